import { expect, test } from "vitest";
import { endSentence } from "./results-end.ts";

const end = { results: 3, results_end: "exhausted", results_total: null };

test("a search that found fewer records than requested says why, and a request for one thing does not", () => {
  expect(endSentence({ ...end, request: { count: 50 } })).toBe("The site has no more results.");
  expect(endSentence({ ...end, results_total: 9, request: { count: 50 } })).toBe(
    "The site has no more results; it counts 9.",
  );
  expect(endSentence({ ...end, results: 1, request: { company: "7" } })).toBe("");
});
