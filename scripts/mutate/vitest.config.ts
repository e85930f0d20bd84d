import { defineConfig } from "vitest/config";
import suite from "../../vitest.config.ts";

/** The suite's settings without its build and install steps, for the tests that `run.ts` names. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    ...suite.test,
    include: process.env.MUTATE_TESTS?.split(",") ?? [],
    globalSetup: ["test/support/temporary-files.ts", "test/support/store/global-setup.ts"],
    setupFiles: [...(suite.test?.setupFiles ?? []), "scripts/mutate/follow-mutants.ts"],
    // Stryker runs the tests again and again in one process: Vite's runner loads the modules anew each time.
    experimental: { viteModuleRunner: true },
    // Stryker uses threads, which take no flags of V8.
    execArgv: [],
    retry: 0,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
