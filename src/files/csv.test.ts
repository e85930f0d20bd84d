import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

const cell = (value: unknown) =>
  toCsv(["field"], [{ field: value }])
    .split("\r\n")
    .slice(1)
    .join("\r\n")
    .slice(0, -2);

test("one record per line, ended by CRLF, with the columns in order and empty cells for missing values", () => {
  expect(toCsv(["b", "a"], [{ a: 1, b: true }, { a: null }])).toBe("b,a\r\ntrue,1\r\n,\r\n");
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
])("%o is quoted as RFC 4180 requires", (value, expected) => {
  expect(cell(value)).toBe(expected);
});

test.each(["=1+1", "+49 30", "-5 or so", "@name", "\tindented"])(
  "%o from a website does not become a formula in a spreadsheet",
  (text) => {
    expect(cell(text)).toBe(`'${text}`);
  },
);

test("a leading carriage return is guarded and quoted", () => {
  expect(cell("\r=1")).toBe('"\'\r=1"');
});

test("a negative number stays a number, and a sign inside a text is left alone", () => {
  expect([cell(-5), cell("a=b"), cell("1-2")]).toEqual(["-5", "a=b", "1-2"]);
});
