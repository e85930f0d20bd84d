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
  expect(readCachePreference(header)).toEqual({ maxAge, store });
});

test("without the header there are no restrictions", () => {
  expect(readCachePreference(undefined)).toBeUndefined();
});
