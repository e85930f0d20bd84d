import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { chromium, ensureProgram } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The path of Chromium, or a sentence that says why there is none. */
    chromium: { path: string } | { missing: string };
  }
}

/** Global setup: finds or installs Chromium once, before any worker starts. */
export default async function setUp(project: TestProject): Promise<void> {
  const found = await ensureProgram(chromium).then(
    (path) => ({ path }),
    (error: Error) => ({ missing: error.message }),
  );
  project.provide("chromium", found);
}

/** The path of the browser. Throws with advice if there is none. */
export function chromiumPath(): string {
  const found = inject("chromium");
  if ("missing" in found) throw new Error(found.missing);
  return found.path;
}
