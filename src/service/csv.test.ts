import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

const cellOf = (value: unknown) =>
  csvOf(["field"], [{ field: value }])
    .split("\r\n")
    .slice(1)
    .join("\r\n")
    .slice(0, -2);

test("a line a record, ended by CRLF, with the columns in their order and nothing for what is missing", () => {
  expect(csvOf(["b", "a"], [{ a: 1, b: true }, { a: null }])).toBe("b,a\r\ntrue,1\r\n,\r\n");
});

test.each([
  ["a,b", '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ["two\nlines", '"two\nlines"'],
  ["carriage\rreturn", '"carriage\rreturn"'],
  ["plain words; and more", "plain words; and more"],
  [["x", 1], '"[""x"",1]"'],
  [{ a: 1 }, '"{""a"":1}"'],
  [undefined, ""],
  [0, "0"],
  [false, "false"],
])("%o is quoted as RFC 4180 wants", (value, expected) => {
  expect(cellOf(value)).toBe(expected);
});

test.each(["=1+1", "+49 30", "-5 or so", "@name", "\tindented"])(
  "%o from a website is no formula in a spreadsheet",
  (text) => {
    expect(cellOf(text)).toBe(`'${text}`);
  },
);

test("a return in front is guarded and quoted", () => {
  expect(cellOf("\r=1")).toBe('"\'\r=1"');
});

test("a number below zero stays a number, and a sign inside a text is left alone", () => {
  expect([cellOf(-5), cellOf("a=b"), cellOf("1-2")]).toEqual(["-5", "a=b", "1-2"]);
});
