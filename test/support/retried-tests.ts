import type { Reporter, TestCase } from "vitest/node";

/** Prints why a test that passed in the end failed before: in CI a failed test runs again, and its first error would be lost. */
export const retriedTests: Reporter = {
  onTestCaseResult(test: TestCase) {
    const { state, errors = [] } = test.result();
    if (state !== "passed" || errors.length === 0) return;
    for (const { stack, diff } of errors) console.log(`\nretried: ${test.fullName}\n${stack}\n${diff ?? ""}\n`);
  },
};
