import { defineConfig } from "vitest/config";
import suite from "../../vitest.config.ts";

const { projects: _, ...shared } = suite.test!;

/** The suite's settings without its build and install steps, for the tests that `run.ts` names. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    ...shared,
    include: process.env.MUTATE_TESTS?.split(",") ?? [],
    env: { NAMED_FILES: "all" },
    globalSetup: ["test/support/temporary-files.ts", "test/support/store/global-setup.ts"],
    setupFiles: [...(shared.setupFiles ?? []), "scripts/mutate/follow-mutants.ts"],
    // Stryker runs the tests again and again in one process: Vite's runner loads the modules anew each time.
    experimental: { viteModuleRunner: true },
    // Stryker uses threads, which take no flags of V8.
    execArgv: [],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
