import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { ensureProgram, type Program } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The path of a Python with httpx, or a sentence that says why there is none. */
    python: { path: string } | { missing: string };
  }
}

const hasHttpx = (python: string): boolean => {
  try {
    execFileSync(python, ["-c", "import sys, httpx; assert sys.version_info >= (3, 11)"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Debian's own, otherwise the first on the PATH. */
const python: Program = {
  name: "python3-httpx",
  debianPackage: "python3-httpx",
  find: () => ["/usr/bin/python3", "python3"].find(hasHttpx),
};

/** Global setup: finds or installs a Python with httpx once, before any worker starts. */
export default async function setUp(project: TestProject): Promise<() => void> {
  const found = await ensureProgram(python).then(
    (path) => ({ path }),
    (error: Error) => ({ missing: error.message }),
  );
  project.provide("python", found);
  return () => {
    if ("missing" in found) console.log(`\nThe tests of the Python client were skipped: ${found.missing}\n`);
  };
}

/** A Python with httpx. Without one, the tests are skipped with a message; in CI they fail. */
export function pythonPath(): string | null {
  const found = inject("python");
  if ("path" in found) return found.path;
  if (process.env.CI) throw new Error(found.missing);
  return null;
}
