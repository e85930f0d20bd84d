import { describe, expect, test } from "vitest";
import { dateFromFloat, dateFromInteger, dateFromText } from "./calendar-date.ts";
import { integerFromText } from "./whole-number.ts";

const parsing = (error: string) => ({ fault: "parsing", error });
const INEXACT = { fault: "inexact" };
const SHORT = parsing("input is too short");
const MINUS = "\u2212";

describe("a string is a date", () => {
  test.each(["2027-01-01", "2027-12-31", "2028-02-29", "2000-02-29", "2027-04-30", "0001-01-01"])("%s", (text) => {
    expect(dateFromText(text)).toEqual({ date: text });
  });

  test.each([
    "2027-01-01T00:00",
    "2027-01-01t00:00:00",
    "2027-01-01 00:00:00.000000",
    "2027-01-01_00:00:00,0000009",
    "2027-01-01T00:00Z",
    "2027-01-01T00:00:00z",
    "2027-01-01T00:00:00+23:59",
    "2027-01-01T00:00:00-0000",
    `2027-01-01T00:00:00.0${MINUS}05:30`,
  ])("%s is midnight", (text) => {
    expect(dateFromText(text)).toEqual({ date: "2027-01-01" });
  });

  test.each([
    "2027-01-01T00:01",
    "2027-01-01T01:00",
    "2027-01-01T23:59:59",
    "2027-01-01T00:00:01",
    "2027-01-01T00:00:00.000001",
    "2027-01-01T00:00:00.1Z",
  ])("%s is not midnight", (text) => {
    expect(dateFromText(text)).toEqual(INEXACT);
  });

  test.each([
    ["", SHORT],
    ["2027-1-1", SHORT],
    ["2027-01-1", SHORT],
    ["junk2027-01-01", parsing("invalid character in year")],
    ["2O27-01-01", parsing("invalid character in year")],
    ["2027/01-01", parsing("invalid date separator, expected `-`")],
    ["2027-01/01", parsing("invalid date separator, expected `-`")],
    ["2027-x1-01", parsing("invalid character in month")],
    ["2027-01-x1", parsing("invalid character in day")],
    ["2027-00-01", parsing("month value is outside expected range of 1-12")],
    ["2027-13-01", parsing("month value is outside expected range of 1-12")],
    ["2027-01-00", parsing("day value is outside expected range")],
    ["2027-01-32", parsing("day value is outside expected range")],
    ["2027-02-29", parsing("day value is outside expected range")],
    ["2028-02-30", parsing("day value is outside expected range")],
    ["1900-02-29", parsing("day value is outside expected range")],
    ...["04", "06", "09", "11"].map(
      (month) => [`2027-${month}-31`, parsing("day value is outside expected range")] as const,
    ),
    ["2027-01-01x00:00", parsing("invalid datetime separator, expected `T`, `t`, `_` or space")],
    ["2027-01-01T", SHORT],
    ["2027-01-01T00:0", SHORT],
    ["2027-01-01Tx0:00", parsing("invalid character in hour")],
    ["2027-01-01T00.00", parsing("invalid time separator, expected `:`")],
    ["2027-01-01T00:x0", parsing("invalid character in minute")],
    ["2027-01-01T24:00", parsing("hour value is outside expected range of 0-23")],
    ["2027-01-01T00:60", parsing("minute value is outside expected range of 0-59")],
    ["2027-01-01T00:00:", parsing("invalid character in second")],
    ["2027-01-01T00:00:0", parsing("invalid character in second")],
    ["2027-01-01T00:00:60", parsing("second value is outside expected range of 0-59")],
    ["2027-01-01T00:00:00.", parsing("second fraction digits missing after `.`")],
    ["2027-01-01T00:00:00x", parsing("invalid timezone sign")],
    ["2027-01-01T00:00+", parsing("invalid timezone hour")],
    ["2027-01-01T00:00+0x:00", parsing("invalid timezone hour")],
    ["2027-01-01T00:00+00", parsing("invalid timezone minute")],
    ["2027-01-01T00:00+00:6", parsing("invalid timezone minute")],
    ["2027-01-01T00:00+00:60", parsing("timezone minute value is outside expected range of 0-59")],
    ["2027-01-01T00:00+24:00", parsing("timezone offset must be less than 24 hours")],
    ["2027-01-01T00:00Zx", parsing("unexpected extra characters at the end of the input")],
    ["2027-01-01T00:00+00:00x", parsing("unexpected extra characters at the end of the input")],
    ["0000-01-01", { fault: "year-zero" }],
  ] as const)("%j is not a date: %j", (text, fault) => {
    expect(dateFromText(text)).toEqual(fault);
  });
});

describe("a number is a unix time", () => {
  const BEFORE = parsing("dates before 0000 are not supported as unix timestamps");
  const AFTER = parsing("dates after 9999 are not supported as unix timestamps");

  test.each([
    [0n, { date: "1970-01-01" }],
    [86_400n, { date: "1970-01-02" }],
    [86_401n, INEXACT],
    [-86_400n, { date: "1969-12-31" }],
    [-1n, INEXACT],
    // In seconds up to twenty billion, in milliseconds beyond.
    [19_999_958_400n, { date: "2603-10-11" }],
    [20_000_000_000n, INEXACT],
    [25_920_000_000n, { date: "1970-10-28" }],
    [25_920_000_001n, INEXACT],
    [-25_920_000_000n, { date: "1969-03-07" }],
    [-25_919_999_999n, INEXACT],
    [253_402_214_400_000n, { date: "9999-12-31" }],
    [253_402_300_799_000n, INEXACT],
    [253_402_300_800_000n, AFTER],
    [-62_135_596_800_000n, { date: "0001-01-01" }],
    [-62_167_219_200_000n, { fault: "year-zero" }],
    [-62_167_219_199_999n, INEXACT],
    [-62_167_219_200_001n, BEFORE],
  ] as const)("%i as an integer, and as a text", (seconds, read) => {
    expect(dateFromInteger(seconds)).toEqual(read);
    expect(dateFromText(String(seconds))).toEqual(read);
    if (seconds >= 0n) expect(dateFromText(`+${seconds}`)).toEqual(read);
  });

  test.each([
    [0, { date: "1970-01-01" }],
    [86_400.5, INEXACT],
    [86_400.000_000_4, { date: "1970-01-02" }],
    // Values that round up to a second count as one.
    [86_399.999_999_9, { date: "1970-01-02" }],
    [86_398.999_999_9, INEXACT],
    [Number.NaN, parsing("NaN values not permitted")],
    [Number.POSITIVE_INFINITY, AFTER],
    [Number.NEGATIVE_INFINITY, BEFORE],
  ])("%d as a float", (seconds, read) => {
    expect(dateFromFloat(seconds)).toEqual(read);
  });

  test.each([
    ["86400.0", { date: "1970-01-02" }],
    ["86400.", { date: "1970-01-02" }],
    [".0", { date: "1970-01-01" }],
    ["-86400.0", { date: "1969-12-31" }],
    ["8.64e4", { date: "1970-01-02" }],
    ["86400.25", INEXACT],
    ["25920000000.0", { date: "1970-10-28" }],
    ["1e5", SHORT],
    ["1.0e30", parsing("numeric times may not exceed 86,399 seconds")],
    ["-1.0e30", BEFORE],
    ["-9223372036854775808", parsing("invalid character in year")],
    ["1.0x", SHORT],
    ["x1.0", SHORT],
    ["1 2", SHORT],
    ["9223372036854775808", parsing("invalid date separator, expected `-`")],
  ])("%s as a text", (text, read) => {
    expect(dateFromText(text)).toEqual(read);
  });
});

describe("a string is a whole number", () => {
  test.each([
    ["0", 0n],
    ["-0", 0n],
    ["12", 12n],
    ["-12", -12n],
    ["+12", 12n],
    [" 12\t", 12n],
    ["\u3000\u008512\u00a0", 12n],
    ["1_000", 1_000n],
    ["007", 7n],
    ["-007", -7n],
    ["0_7", 7n],
    ["000", 0n],
    ["0.0", 0n],
    ["12.000", 12n],
    [" +1_000.0 ", 1_000n],
  ])("%j", (text, value) => {
    expect(integerFromText(text)).toBe(value);
  });

  test.each([
    "",
    " ",
    "+",
    "-",
    "+-1",
    "-+1",
    "--1",
    "x",
    "1x",
    "x1",
    "1.5",
    "1.",
    ".0",
    "1__0",
    "_1",
    "1_",
    "1.0_",
    "1e3",
    "0x1",
    "1 2",
    "\ufeff1",
    "0_",
    "12.0.0",
    "00x",
  ])("%j is not a whole number", (text) => {
    expect(integerFromText(text)).toBe("int_parsing");
  });
});
