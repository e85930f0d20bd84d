import { execFileSync } from "node:child_process";
import { ensureProgram, type Program } from "./programs.ts";

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

let found: Promise<string | null> | undefined;

/** A Python with httpx, installed if missing. Without one, the tests are skipped with a message; in CI they fail. */
export function pythonPath(): Promise<string | null> {
  found ??= ensureProgram(python).catch((error: Error) => {
    if (process.env.CI) throw error;
    console.log(`\nThe tests of the Python client are skipped: ${error.message}\n`);
    return null;
  });
  return found;
}
