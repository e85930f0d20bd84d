import { defineConfig } from "vitest/config";
import suite from "../../vitest.config.ts";

/** The suite's settings without its build and install steps: one PostgreSQL serves all mutants. */
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    ...suite.test,
    globalSetup: ["scripts/mutate/global-setup.ts"],
    retry: 0,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
