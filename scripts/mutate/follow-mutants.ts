import { existsSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Provided by Stryker. */
    mode: "mutant" | "dry-run";
    activeMutant: string;
  }
}

interface StrykerState {
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/**
 * Stryker switches mutants on, and records which test reaches which, in the process that runs the tests only. Threads and
 * programs that a test starts read the mutant from Stryker's environment variable instead. In the dry run they write the
 * mutants they reach to a file (`report-mutants.js`), and each test of the test file counts as reaching those.
 */
if (inject("mode") === "mutant") {
  beforeAll(() => {
    process.env.__STRYKER_ACTIVE_MUTANT__ = inject("activeMutant");
    return () => delete process.env.__STRYKER_ACTIVE_MUTANT__;
  });
} else {
  const stryker: StrykerState = Reflect.get(globalThis, "__stryker__");
  const file = process.env.MUTANTS_FILE ?? "";
  const tests = new Set<string>();
  rmSync(file, { force: true });
  process.env.MUTANTS_REACHED = file;
  beforeEach(() => void tests.add(stryker.currentTestId ?? ""));
  afterAll(() => {
    stryker.mutantCoverage ??= { static: {}, perTest: {} };
    const { perTest } = stryker.mutantCoverage;
    const reached = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    for (const test of tests) perTest[test] = { ...Object.fromEntries(reached.map((id) => [id, 1])), ...perTest[test] };
  });
}
