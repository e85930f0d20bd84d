import { expect, test } from "vitest";
import { readCachePreference } from "./cache-control.ts";

const ANY = Number.POSITIVE_INFINITY;

test.each([
  ["no-cache", 0, true],
  ["No-Cache, max-age=60", 0, true],
  ["no-store", 0, false],
  ["max-age=0", 0, true],
  ["max-age=3600", 3600, true],
  ['max-age="60"', 60, true],
  ["max-age=soon", 0, true],
  ["max-age=7soon", 0, true],
  ["max-age=x7", 0, true],
  ["max-age", 0, true],
  ["max-age=", 0, true],
  [" MAX-AGE = 60 ", 60, true],
  ["no-transform, only-if-cached", ANY, true],
  ["", ANY, true],
])("cache-control: %s accepts a cached response at most %d s old, and may be stored: %s", (header, maxAge, store) => {
  expect(readCachePreference(header)).toMatchObject({ maxAge, store });
});

test.each([
  ["max-age=60", { fresh: 60 }],
  ["max-age=60, no-cache", {}],
  ["max-age=60, no-store", {}],
  ["max-age=0", {}],
  ["stale-if-error=30", { staleIfError: 30 }],
  ["max-age=60, stale-if-error=x", { fresh: 60 }],
  ["only-if-cached", { fresh: 604_800, onlyIfCached: true }],
  ["no-transform", {}],
])("an own answer is taken only if the header says so: %s", (header, expected) => {
  const { maxAge: _, store: _store, ...own } = readCachePreference(header)!;
  expect(own).toEqual(expected);
});

test("without the header there are no restrictions", () => {
  expect(readCachePreference(undefined)).toBeUndefined();
});
