import { describe, expect, test } from "vitest";
import type { WinnowError } from "../errors.ts";
import type { JsonSchema } from "../json-schema.ts";
import { parseJson } from "./json.ts";
import { readStrictly, strictReader } from "./strict.ts";

/** The parsed value of a body or query with this text. */
const read = (schema: JsonSchema, text: string, place: "body" | "query" = "body"): unknown =>
  readStrictly(strictReader(schema, place), parseJson(text), [place]);

/** The faults it is refused with. */
function faultsIn(schema: JsonSchema, text: string, place?: "body" | "query") {
  try {
    return { read: read(schema, text, place) };
  } catch (error) {
    return (error as WinnowError).detail as Array<{ type: string; msg: string; loc: unknown[]; input: unknown }>;
  }
}

const text = (format: string) => ({ type: "string", format });
const short = { type: "string", minLength: 3 };
const integer = "Input should be a valid integer";
const flag = "Input should be a valid boolean";
const dictionary = "Input should be a valid dictionary";
const moment = "Input should be a valid datetime, such as 2027-01-31T12:00Z";
const dayOrInstant = "Input should be a day, such as 2027-01-31, or an instant, such as 2027-01-31T12:00:00Z";

describe("an endpoint's input", () => {
  test.each<[JsonSchema, string, unknown]>([
    [{ type: "integer" }, "7", 7],
    [{ type: "integer" }, "7.0", 7],
    [{ type: "boolean" }, "true", true],
    [{ type: "null" }, "null", null],
    [{ enum: ["a", "b"] }, '"b"', "b"],
    [{}, '{"a":[1.5,12345678901234567890]}', { a: [1.5, 12345678901234567000] }],
    [short, '"abc"', "abc"],
    [{ type: "string", pattern: "^a+$" }, '"aa"', "aa"],
    [text("uuid"), '"00000000-0000-4000-8000-000000000000"', "00000000-0000-4000-8000-000000000000"],
    [text("date-time"), '"2027-01"', "2027-01"],
    [text("date-time"), '"2027-01-31T12:00Z"', "2027-01-31T12:00Z"],
    [text("day-or-instant"), '"2028-02-29"', "2028-02-29"],
    [text("day-or-instant"), '"2027-01-31T12:00:00Z"', "2027-01-31T12:00:00Z"],
    [text("time-zone"), '"Europe/Amsterdam"', "Europe/Amsterdam"],
    [{ type: "array", items: short, minItems: 1, maxItems: 2, uniqueItems: true }, '["abc","abd"]', ["abc", "abd"]],
    [{ type: "array", minItems: 1 }, "[1]", [1]],
    [{ type: "object", additionalProperties: { type: "integer" } }, '{"a":1}', { a: 1 }],
    [{ type: "object", additionalProperties: true }, '{"a":[1]}', { a: [1] }],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "null", null],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, '"a"', "a"],
  ])("an endpoint's input that fits %j is read as it is: %s", (schema, given, value) => {
    expect(read(schema, given)).toEqual(value);
  });

  test.each<[JsonSchema, string, string, string]>([
    [{ type: "integer" }, '"7"', "int_type", integer],
    [{ type: "integer" }, "true", "int_type", integer],
    [{ type: "boolean" }, '"true"', "bool_type", flag],
    [{ type: "boolean" }, "1", "bool_type", flag],
    [{ type: "null" }, "0", "none_required", "Input should be None"],
    [short, '"ab"', "string_too_short", "String should have at least 3 characters"],
    [{ type: "string", pattern: "^a+$" }, '"ab"', "string_pattern_mismatch", "String should match pattern '^a+$'"],
    [text("uuid"), '"0"', "uuid_parsing", "Input should be a valid UUID"],
    [text("date-time"), '"2027"', "datetime_parsing", moment],
    [text("date-time"), '"2027-13-01"', "datetime_parsing", moment],
    [text("day-or-instant"), '"2027-02-30"', "datetime_parsing", dayOrInstant],
    [text("day-or-instant"), '"2027-01-31T25:00:00Z"', "datetime_parsing", dayOrInstant],
    [text("day-or-instant"), '"2027-01"', "datetime_parsing", dayOrInstant],
    [text("day-or-instant"), '"12027-01-31"', "datetime_parsing", dayOrInstant],
    [text("day-or-instant"), '"2027-01-31 12:00"', "datetime_parsing", dayOrInstant],
    [text("day-or-instant"), '"2027-01-31T12:00:00Z+1"', "datetime_parsing", dayOrInstant],
    [text("time-zone"), '"Nowhere"', "time_zone", "Input should be an IANA time zone, such as Europe/Amsterdam"],
    [{ type: "array" }, "{}", "list_type", "Input should be a valid list"],
    [{ type: "array", uniqueItems: true }, "[1,1]", "list_not_unique", "List should have no value twice"],
    [{ type: "object", additionalProperties: true }, "[]", "dict_type", dictionary],
    [{ type: "object", properties: {} }, "[]", "dict_type", dictionary],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, "null", "int_type", integer],
    [{ anyOf: [{ type: "null" }, { type: "integer" }] }, "true", "int_type", integer],
  ])("an endpoint's input that does not fit %j is refused: %s is %s", (schema, given, type, msg) => {
    expect(faultsIn(schema, given)).toMatchObject([{ type, msg, loc: ["body"], input: JSON.parse(given) }]);
  });

  test("an endpoint's input is text in a query: numbers and flags are read out of it", () => {
    const properties = { limit: { type: "integer" }, all: { type: "boolean" } };
    const given = '{"limit":"7","all":"true"}';
    expect(read({ type: "object", properties }, given, "query")).toEqual({ limit: 7, all: true });
    expect(faultsIn({ type: "object", properties }, given)).toHaveLength(2);
  });

  test.each([
    [
      "[]",
      "too_short",
      "List should have at least 1 item after validation, not 0",
      { min_length: 1, actual_length: 0 },
    ],
    [
      "[1,2,3]",
      "too_long",
      "List should have at most 2 items after validation, not 3",
      { max_length: 2, actual_length: 3 },
    ],
  ])("an endpoint's input that is a list of the wrong length says so: %s", (given, type, msg, ctx) => {
    const faults = [{ type, loc: ["body"], msg, input: JSON.parse(given), ctx: { field_type: "List", ...ctx } }];
    expect(faultsIn({ type: "array", minItems: 1, maxItems: 2 }, given)).toEqual(faults);
  });

  test("names each fault by its place", () => {
    const item = { type: "object", properties: { name: short }, required: ["name"] };
    const map = { type: "object", additionalProperties: { type: "integer" } };
    const schema = { type: "object", properties: { items: { type: "array", items: item }, map } };
    expect(faultsIn(schema, '{"items":[{"name":"abc"},{"name":"a"},{}],"map":{"a":1,"b":"1"}}')).toEqual([
      expect.objectContaining({ type: "string_too_short", loc: ["body", "items", 1, "name"], input: "a" }),
      { type: "missing", loc: ["body", "items", 2, "name"], msg: "Field required", input: {} },
      { type: "int_type", loc: ["body", "map", "b"], msg: integer, input: "1" },
    ]);
  });

  test("gets the defaults of fields that are left out, each time its own", () => {
    const reader = strictReader({ type: "object", properties: { tags: { default: [] } }, required: ["tags"] }, "body");
    const [one, other] = [1, 2].map(() => readStrictly(reader, parseJson("{}"), []) as { tags: unknown[] });
    expect(one).toEqual({ tags: [] });
    expect(one!.tags).not.toBe(other!.tags);
  });

  test.each([
    ["body", { limit: {} }, 'There is no field "limt". Did you mean limit? There are: limit.'],
    ["query", { limit: {} }, 'There is no query parameter "limt". Did you mean limit? There are: limit.'],
    ["query", {}, 'There is no query parameter "limt": this call takes none.'],
    ["body", { unlike: {}, other: {} }, 'There is no field "limt". There are: unlike, other.'],
  ] as const)("with a name that is unknown in the %s hears which there are: %j", (place, properties, msg) => {
    expect(faultsIn({ type: "object", properties }, '{"limt":1}', place)).toMatchObject([
      { type: "extra_forbidden", loc: [place, "limt"], msg, input: 1 },
    ]);
  });

  test("an endpoint's input is not echoed if it is, or may be, a password", () => {
    const password = { ...short, format: "password" };
    const schema = { type: "object", properties: { password, name: short }, required: ["password", "name"] };
    expect(faultsIn(schema, '{"password":"ab"}')).toMatchObject([
      { loc: ["body", "password"], input: null },
      { loc: ["body", "name"], input: null },
    ]);
    expect(faultsIn(short, '"ab"')).toMatchObject([{ input: "ab" }]);
  });

  test("an endpoint's input is refused with a hundred faults at most, and nested a hundred levels deep at most", () => {
    expect(() => read({ type: "null" }, "1")).toThrow(expect.objectContaining({ code: "validation" }));
    expect(faultsIn({ type: "array", items: short }, `[${Array(101).fill('""').join()}]`)).toHaveLength(100);
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(() => read({}, nested(101))).not.toThrow();
    expect(() => read({}, nested(102))).toThrow(expect.objectContaining({ code: "bad_request" }));
  });
});
