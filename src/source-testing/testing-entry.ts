/** `winnow-api/testing`: the tests that every source must pass, and helpers for a source's own tests. */
export { readingContext, savedAnswer } from "./saved-answer.ts";
export { sharedBench } from "./shared-bench.ts";
export { sourceSuite } from "./source-suite.ts";
export { standInFor } from "./stand-in-for.ts";
