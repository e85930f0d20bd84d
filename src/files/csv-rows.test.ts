import { expect, test } from "vitest";
import { csvRows } from "./csv-rows.ts";

test.each([
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["a\r1\r", [["a"], ["1"]]],
  ["\uFEFFa\n1\n", [["a"], ["1"]]],
  ['"x,y","say ""hi""","two\nlines"\n', [["x,y", 'say "hi"', "two\nlines"]]],
  ["a,,c\n", [["a", "", "c"]]],
  ["a,b,\n", [["a", "b", ""]]],
  ["a\n\n\nb\n", [["a"], ["b"]]],
  ["a,", [["a", ""]]],
  ["a\n,", [["a"], ["", ""]]],
  ['""\nb', [["b"]]],
  ['"",""', [["", ""]]],
  ["a\uFEFF", [["a\uFEFF"]]],
  ["", []],
])("%j is read", (text, rows) => {
  expect(csvRows(text)).toEqual(rows);
});

test.each([
  ['a\n"open', 'row 2: a quote is out of place near ""open"'],
  [`${'"'.padEnd(40, "x")}`, `row 1: a quote is out of place near "${'"'.padEnd(20, "x")}"`],
  ['a"b\n', 'row 1: a quote is out of place near "a"b'],
])("%j is rejected with its row", (text, message) => {
  expect(() => csvRows(text)).toThrow(message);
});
