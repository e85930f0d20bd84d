/** `winnow/testing`: the tests that every source must pass, and helpers for a source's own tests. */
export { answerOf, readingContext } from "./testing/saved-answer.ts";
export { sharedBench } from "./testing/shared-bench.ts";
export { sourceSuite } from "./testing/source-suite.ts";
export { standInFor } from "./testing/stand-in-for.ts";
