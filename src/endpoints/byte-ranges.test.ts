import { expect, test } from "vitest";
import { byteRange, isSameFile } from "./byte-ranges.ts";

test.each([
  ["bytes=0-99", { start: 0, end: 100 }],
  ["bytes=999-", { start: 999, end: 1000 }],
  ["bytes=990-5000", { start: 990, end: 1000 }],
  ["BYTES= 5-5 ", { start: 5, end: 6 }],
  ["bytes=-8", { start: 992, end: 1000 }],
  ["bytes=-5000", { start: 0, end: 1000 }],
  ["bytes=1000-", "outside"],
  ["bytes=1000-2000", "outside"],
  ["bytes=99999999999999999999-", "outside"],
  ["bytes=-0", "outside"],
])("%s is one part of a file of 1,000 bytes", (header, range) => {
  expect(byteRange(header, 1000)).toEqual(range);
});

test.each([
  undefined,
  "",
  "bytes",
  "bytes=",
  "bytes=-",
  "bytes=a-b",
  "bytes=5-4",
  "bytes=0-1,4-5",
  "lines=0-1",
  "bytes=1-2-3",
])("%s asks for the whole file", (header) => {
  expect(byteRange(header, 1000)).toBeNull();
});

test("an empty file has no part", () => {
  for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"]) expect(byteRange(header, 0)).toBe("outside");
});

test("a part is sent only beside other parts of the same bytes", () => {
  expect(isSameFile(undefined, '"a"')).toBe(true);
  expect(isSameFile('"a"', '"a"')).toBe(true);
  for (const other of ['"b"', 'W/"a"', "Wed, 18 Nov 2026 00:00:00 GMT"]) expect(isSameFile(other, '"a"')).toBe(false);
  expect(isSameFile('W/"a"', 'W/"a"')).toBe(false);
});
