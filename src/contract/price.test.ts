import { describe, expect, test } from "vitest";
import { flat, perRequestWhenFound, perResults } from "./price.ts";

describe("a price per results", () => {
  const price = perResults({ credits: 3, results: 10 });

  test.each([
    [0, 0],
    [1, 3],
    [10, 3],
    [11, 6],
    [100, 30],
  ])("%i results cost %i: every started block is charged in full", (results, credits) => {
    expect([price.of(results), price.max(results)]).toEqual([credits, credits]);
  });

  test.each([
    [0, 0],
    [2, 0],
    [3, 10],
    [8, 20],
  ])("%i points buy at most %i results", (points, results) => {
    expect(price.affordable(points)).toBe(results);
  });
});

test("a flat price is the same for any number of results", () => {
  const price = flat(5);
  expect([price.of(0), price.of(99), price.max(99), price.affordable(1)]).toEqual([5, 5, 5, null]);
});

test("a lookup without results is free, but holds its price until it ends", () => {
  const price = perRequestWhenFound(5);
  expect([price.of(0), price.of(1), price.of(2), price.max(1)]).toEqual([0, 5, 5, 5]);
});

test("prices expose their terms to callers that calculate themselves", () => {
  const shown = [flat(2), perRequestWhenFound(5), perResults({ credits: 3, results: 10 })].map(
    ({ kind, credits, results }) => [kind, credits, results],
  );
  expect(shown).toEqual([
    ["flat", 2, null],
    ["flat-when-found", 5, null],
    ["per-results", 3, 10],
  ]);
});

test("prices are described in words", () => {
  expect(
    [flat(1), flat(2), perResults({ credits: 1, results: 10 }), perRequestWhenFound(1)].map(({ words }) => words),
  ).toEqual([
    "1 credit per request",
    "2 credits per request",
    "1 credit per 10 results",
    "1 credit per request, free if nothing is found",
  ]);
});
