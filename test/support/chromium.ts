import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { chromium, ensureProgram } from "./programs.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where Chromium is, or a sentence that says why there is none. */
    chromium: { path: string } | { missing: string };
  }
}

/** Global setup: Chromium is found or installed once, before any worker starts. */
export default async function setUp(project: TestProject): Promise<void> {
  const found = await ensureProgram(chromium).then(
    (path) => ({ path }),
    (error: Error) => ({ missing: error.message }),
  );
  project.provide("chromium", found);
}

/** For tests that need a browser: its path, or they fail with what to do about it. */
export function chromiumPath(): string {
  const found = inject("chromium");
  if ("missing" in found) throw new Error(found.missing);
  return found.path;
}
