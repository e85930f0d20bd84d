import { expect, test } from "vitest";
import { flat, perRequestWhenFound, perResults } from "./price.ts";

test("a lookup costs the same whatever it finds, and nothing where it finds nothing", () => {
  const price = perRequestWhenFound(1);
  expect([0, 1, 50].map((results) => price.of(results))).toEqual([0, 1, 1]);
  expect([price.most(1), price.most(50)]).toEqual([1, 1]);
  expect(price.affordable(0)).toBeNull();
});

test.each([
  [flat(1), "1 credit per request"],
  [flat(5), "5 credits per request"],
  [perResults({ credits: 1, results: 20 }), "1 credit per 20 results"],
  [perRequestWhenFound(1), "1 credit per request, 0 where nothing is found"],
])("one credit is said in the singular", (price, words) => {
  expect(price.words).toBe(words);
});
