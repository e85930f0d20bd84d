import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ValidationItem, WinnowError } from "../errors.ts";
import { date, defineRequest, flagField, items, listOf, oneOf, orNull, textField, wholeField } from "../fields.ts";
import { compileRequest } from "./read-request.ts";
import { serialiseValidation } from "./serialise.ts";

const description = "";
const read = compileRequest(
  defineRequest("Everything", {
    free: textField({ description, default: "" }),
    long: textField({ description, minLength: 3, default: "abc" }),
    number: wholeField({ description, default: 0 }),
    bounded: wholeField({ description, minimum: 1, maximum: 30, default: 2 }),
    yes: flagField({ description, default: false }),
    choice: oneOf(["a", "b", "3.0"], { description, default: "a" }),
    day: orNull(date({ description })),
    ages: listOf(items.whole({ minimum: 0 }), { description, maxItems: 2 }),
  }),
);

/** The parsed value of one field, or the type (and `ctx.error`) of its only fault. */
function outcome(field: string, json: string): unknown {
  try {
    return (read(Buffer.from(`{"${field}":${json}}`), "application/json") as Record<string, unknown>)[field];
  } catch (error) {
    const items = (error as WinnowError).detail as ValidationItem[];
    expect(items).toHaveLength(1);
    const { type, ctx } = items[0]!;
    return `! ${type}${ctx?.error ? `: ${ctx.error}` : ""}`;
  }
}

const rows = (field: string, table: Array<[json: string, expected: unknown]>) =>
  test.each(table)(`${field}: %s`, (json, expected) => expect(outcome(field, json)).toStrictEqual(expected));

describe("an integer", () => {
  rows("number", [
    ["-0", 0],
    ["-0.0", 0],
    ["true", 1],
    ["9223372036854774784.0", 2 ** 63 - 1024],
    ["9223372036854775808.0", "! int_parsing_size"],
    ["100000000000000000000", 1e20],
    ["1e20", "! int_parsing_size"],
    ["1e400", "! finite_number"],
    ["NaN", "! finite_number"],
    ["0.5", "! int_from_float"],
    [`1${"0".repeat(400)}`, Number.MAX_VALUE],
    ['" +1_000.00\\u3000"', 1000],
    ['"\\u00857"', 7],
    ['"\\ufeff7"', "! int_parsing"],
    ['"0007"', 7],
    ['"-0_7"', -7],
    ['"0-7"', -7],
    ['"+-7"', "! int_parsing"],
    ['"--7"', "! int_parsing"],
    ['"7."', "! int_parsing"],
    ['".0"', "! int_parsing"],
    ['"7_"', "! int_parsing"],
    ['"_7"', "! int_parsing"],
    ['"0"', 0],
    ['"000"', 0],
    ['"00.00"', 0],
    ['"00a"', "! int_parsing"],
    ['"0_0_7.0"', 7],
    ['"1__0"', "! int_parsing"],
    ['"1e3"', "! int_parsing"],
    ['"0x10"', "! int_parsing"],
    ['"７"', "! int_parsing"],
    ['"\\ud800"', "! string_unicode"],
    [`"${"1".repeat(4301)}"`, "! int_parsing_size"],
    [`"-${"1".repeat(4300)}"`, "! int_parsing_size"],
    [`" ${"1".repeat(4301)}"`, "! int_parsing"],
    ["null", "! int_type"],
    ["[1]", "! int_type"],
  ]);
  rows("bounded", [
    ["31.0", "! less_than_equal"],
    ["false", "! greater_than_equal"],
    ["-100000000000000000000", "! greater_than_equal"],
  ]);
});

describe("a boolean", () => {
  rows("yes", [
    ['"oN"', true],
    ['"F"', false],
    ["1.0", true],
    ["-0.0", false],
    ["2", "! bool_parsing"],
    ['" true"', "! bool_parsing"],
    ['"1.0"', "! bool_parsing"],
    ["9223372036854775807", "! bool_parsing"],
    ["9223372036854775808", "! bool_type"],
    ["0.5", "! bool_type"],
    ["NaN", "! bool_type"],
    ["null", "! bool_type"],
    ['"\\ud800"', "! string_unicode"],
  ]);
});

describe("text", () => {
  rows("long", [
    ['"😀😀"', "! string_too_short"],
    ['"😀😀😀"', "😀😀😀"],
    ['"abc\\ud800"', "! string_unicode"],
    ["7", "! string_type"],
  ]);
  // Nothing counts the characters, so nothing finds the surrogate; it is replaced for the sources.
  rows("free", [['"a\\ud800"', "a\ufffd"]]);
  rows("choice", [
    ["3.0", "! enum"],
    ['"A"', "! enum"],
    ['"a\\ud800"', "! string_unicode"],
  ]);
});

describe("a date", () => {
  const parsing = (error: string) => `! date_from_datetime_parsing: ${error}`;
  const inexact = "! date_from_datetime_inexact";
  rows("day", [
    ["null", null],
    ['"2024-02-29"', "2024-02-29"],
    ['"0001-01-01"', "0001-01-01"],
    ['"0000-01-01"', "! date_parsing: year 0 is out of range"],
    ['"2027-02-29"', parsing("day value is outside expected range")],
    ['"2027-13-01"', parsing("month value is outside expected range of 1-12")],
    ['"2027-2-3"', parsing("input is too short")],
    ['"2027/03/01"', parsing("invalid date separator, expected `-`")],
    ['"2027-03-01 "', parsing("input is too short")],
    ['"junk2027-01-01"', parsing("invalid character in year")],
    ['"2027-01-01junk"', parsing("invalid datetime separator, expected `T`, `t`, `_` or space")],
    ['"2x27-01-01"', parsing("invalid character in year")],
    ['"2027-x1-01"', parsing("invalid character in month")],
    ['"2027-1x-01"', parsing("invalid character in month")],
    ['"2027-01-0x"', parsing("invalid character in day")],
    ['"2027-00-01"', parsing("month value is outside expected range of 1-12")],
    ['"2027-12-31"', "2027-12-31"],
    ['"2027-12-00"', parsing("day value is outside expected range")],
    ['"2027-04-31"', parsing("day value is outside expected range")],
    ['"1900-02-29"', parsing("day value is outside expected range")],
    ['"2000-02-29"', "2000-02-29"],
    ['"2027-03-01T00:01"', inexact],
    ['"2027-03-01T01:00"', inexact],
    ['"2027-03-01T00:00:01"', inexact],
    ['"2027-03-01T00:60"', parsing("minute value is outside expected range of 0-59")],
    ['"2027-03-01T00:00:60"', parsing("second value is outside expected range of 0-59")],
    ['"2027-03-01T00:00:00."', parsing("second fraction digits missing after `.`")],
    ['"2027-03-01T00.00"', parsing("invalid time separator, expected `:`")],
    ['"2027-03-01T00:00?"', parsing("invalid timezone sign")],
    ['"2027-03-01T00:00+00:60"', parsing("timezone minute value is outside expected range of 0-59")],
    ['"x86400"', parsing("input is too short")],
    ['"86400x"', parsing("input is too short")],
    ['"2027-03-01x00:00"', parsing("invalid datetime separator, expected `T`, `t`, `_` or space")],
    ['"2027-03-01T00:00"', "2027-03-01"],
    ['"2027-03-01_00:00:00.0000009−0530"', "2027-03-01"],
    ['"2027-03-01t00:00:00+23:59"', "2027-03-01"],
    ['"2027-03-01T00:00:00.000001Z"', inexact],
    ['"2027-03-01T00:00:00,000"', "2027-03-01"],
    ['"2027-03-01T00:00:00,5"', inexact],
    ['"2027-03-01T24:00"', parsing("hour value is outside expected range of 0-23")],
    ['"2027-03-01T00:00+x1:00"', parsing("invalid timezone hour")],
    ['"2027-03-01T00:00-1"', parsing("invalid timezone hour")],
    ['"2027-03-01T00:00+01:x0"', parsing("invalid timezone minute")],
    ['"2027-03-01Tx0:00"', parsing("invalid character in hour")],
    ['"2027-03-01T00:x0"', parsing("invalid character in minute")],
    ['"2027-03-01T00:00:x0"', parsing("invalid character in second")],
    ['"2027-03-01T00:00z"', "2027-03-01"],
    ['"86400.0x"', parsing("input is too short")],
    ['"x86400.0"', parsing("input is too short")],
    ['"8.64e4"', "1970-01-02"],
    ['"2027-03-01T00:00+24:00"', parsing("timezone offset must be less than 24 hours")],
    ['"2027-03-01T00:00:00ZZ"', parsing("unexpected extra characters at the end of the input")],
    ['"２０２７-03-01"', parsing("invalid character in year")],
    ['"日本"', parsing("input is too short")],
    ["1803859200", "2027-03-01"],
    ["1803859200.0", "2027-03-01"],
    ["1803859200.5", inexact],
    ["1803859200000", "2027-03-01"],
    ['"1803859200"', "2027-03-01"],
    ['"1803859200000.0"', "2027-03-01"],
    ['"20270301"', inexact],
    ['"+86400"', "1970-01-02"],
    ['"-86400."', "1969-12-31"],
    ["-62135596800000", "0001-01-01"],
    // Seconds up to 20,000,000,000; milliseconds above.
    ["19999958400", "2603-10-11"],
    ["20044800000", "1970-08-21"],
    ["253402214400000", "9999-12-31"],
    ["253402300800000", parsing("dates after 9999 are not supported as unix timestamps")],
    ["-1e20", parsing("dates before 0000 are not supported as unix timestamps")],
    ["Infinity", parsing("dates after 9999 are not supported as unix timestamps")],
    ["NaN", parsing("NaN values not permitted")],
    [`1${"0".repeat(400)}`, "! date_type"],
    ['"\\ud800"', "! string_unicode"],
    ["true", "! date_type"],
    ["{}", "! date_type"],
  ]);
});

describe("a list", () => {
  rows("ages", [
    ['["7", 1.0]', [7, 1]],
    // The length is the only reported fault, even if items are invalid too.
    ['["x", "y", "z"]', "! too_long"],
    ['{"0":1}', "! list_type"],
    ['"[1]"', "! list_type"],
    ["null", "! list_type"],
  ]);
  test("each request gets its own empty list", () => {
    const body = Buffer.from("{}");
    const first = read(body, undefined);
    first.ages.push(1);
    expect(read(body, undefined).ages).toEqual([]);
  });
});

/** Status and body of a rejection. */
function refusal(body: string | Buffer, contentType?: string): { status: number; detail: unknown } {
  try {
    read(Buffer.from(body), contentType);
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    const { status, detail } = error;
    return { status, detail: Array.isArray(detail) ? JSON.parse(serialiseValidation(detail)).detail : detail };
  }
  throw new Error("the body was taken");
}

describe("a body", () => {
  test.each([
    undefined,
    "",
    "application/json",
    "Application/JSON; charset=utf-8",
    " application/json ;x",
    "application/vnd.api+json",
  ])("with content type %j is read as JSON", (contentType) => {
    expect(read(Buffer.from('{"number":"7"}'), contentType).number).toBe(7);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "text/json",
    "application/json/x",
    "json",
  ])("with content type %j is not JSON, and is echoed as text", (contentType) => {
    expect(refusal('{"a":1}', contentType)).toEqual({
      status: 422,
      detail: [
        {
          type: "model_attributes_type",
          loc: ["body"],
          msg: "Input should be a valid dictionary or object to extract fields from",
          input: '{"a":1}',
        },
      ],
    });
  });

  test("a body is missing if it is empty, whatever its content type", () => {
    const missing = { type: "missing", loc: ["body"], msg: "Field required", input: null };
    expect(refusal("", "text/plain").detail).toEqual([missing]);
    expect(refusal(" null ").detail).toEqual([missing]);
  });

  test("a body is read from a view of a larger buffer", () => {
    const bytes = new Uint8Array(Buffer.from('xx{"number":7}xx'));
    expect(read(bytes.subarray(2, -2), undefined).number).toBe(7);
  });

  test("keeps the last of equal keys, and inherits nothing from object prototypes", () => {
    expect(read(Buffer.from('{"number":"x","number":7,"__proto__":{"bounded":9}}'), undefined)).toMatchObject({
      number: 7,
      bounded: 2,
    });
  });

  test.each([
    ["it is not valid UTF-8. Send JSON in UTF-8, uncompressed", Buffer.from([0x22, 0xff, 0x22])],
    ["it is not valid UTF-8. Send JSON in UTF-8, uncompressed", gzipSync('{"number":7}')],
    ["it is not valid UTF-8. Send JSON in UTF-8, uncompressed", Buffer.from('{"text":"caf\xe9"}', "latin1")],
    ["it looks like UTF-16 and is cut short. Send JSON in UTF-8, uncompressed", Buffer.from([0xff, 0xfe, 0x22])],
    ["it is nested deeper than 9998 levels", "[".repeat(1_000_000)],
    ["it is nested deeper than 9998 levels", `{"x":${"[".repeat(5e5)}${"]".repeat(5e5)}}`],
    ["it is nested deeper than 9998 levels", `{"x":${'{"a":'.repeat(5e5)}1${"}".repeat(5e5)}}`],
    ["it has an integer of more than 4300 digits", `{"x":${"9".repeat(1e6)}}`],
  ])("a body that cannot be parsed is 400, as in FastAPI, and says why: %s", (why, body) => {
    expect(refusal(body)).toEqual({ status: 400, detail: `There was an error parsing the body: ${why}.` });
  });

  test("with deep nesting in an unknown field, within Python's limit, is accepted", () => {
    expect(read(Buffer.from(`{"x":${"[".repeat(9_000)}${"]".repeat(9_000)}}`), undefined).number).toBe(0);
  });

  test.each([
    ["integer of as many digits as Python takes", `9${"0".repeat(4_299)}`, 200],
    ["integer of one more", `9${"0".repeat(4_300)}`, 400],
    ["integer of one more, all nines", "9".repeat(4_301), 400],
    ["text of digits", `"${"9".repeat(5_000)}"`, 200],
    ["nesting as deep as Python takes", `${"[".repeat(9_997)}${"]".repeat(9_997)}`, 200],
    ["nesting one deeper", `${"[".repeat(9_998)}${"]".repeat(9_998)}`, 400],
    ["more brackets than that side by side", `[${"[],".repeat(10_000)}[]]`, 200],
  ])("with an %s in an unknown field: %s", (_name, json, status) => {
    const body = Buffer.from(`{"x":${json}}`);
    if (status === 200) expect(read(body, undefined).number).toBe(0);
    else expect(refusal(body).status).toBe(status);
  });

  test.each([
    ["spaces", `"1${" ".repeat(1e6)}1"`],
    ["zeros", `"${"0".repeat(1e6)}x"`],
    ["underscores", `"0${"_".repeat(1e6)}x"`],
    ["decimals", `"1.${"0".repeat(1e6)}x"`],
  ])("with a megabyte of %s in a number is rejected in linear time", (_name, json) => {
    // Quadratic time would take minutes and hit the test's timeout.
    expect(refusal(`{"number":${json}}`).status).toBe(422);
  });
});
