import { expect, test } from "vitest";
import type { ValidationItem } from "../errors.ts";
import { date, items, listOf, oneOf, orNull, textField, wholeField } from "../fields.ts";
import type { JsonSchema } from "../json-schema.ts";
import { fieldReader } from "./field-readers.ts";
import { type Json, JsonFloat } from "./json.ts";

const description = "";
const whole = wholeField({ description, minimum: 1, maximum: 30 });
const flag = { type: "boolean" };
const integer = "Input should be a valid integer";

/** Exactly as Pydantic 2.10 words them: clients display these messages, and some match on them. */
test.each<[field: object, value: Json, type: string, msg: string, ctx?: object]>([
  [whole, [], "int_type", integer],
  [whole, new JsonFloat(1.5), "int_from_float", `${integer}, got a number with a fractional part`],
  [whole, "x", "int_parsing", `${integer}, unable to parse string as an integer`],
  [whole, new JsonFloat(1e19), "int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size"],
  [whole, new JsonFloat(Number.NaN), "finite_number", "Input should be a finite number"],
  [whole, 31, "less_than_equal", "Input should be less than or equal to 30", { le: 30 }],
  [whole, 0, "greater_than_equal", "Input should be greater than or equal to 1", { ge: 1 }],
  [flag, "maybe", "bool_parsing", "Input should be a valid boolean, unable to interpret input"],
  [flag, null, "bool_type", "Input should be a valid boolean"],
  [textField({ description }), 7, "string_type", "Input should be a valid string"],
  [textField({ description, minLength: 1 }), 7, "string_type", "Input should be a valid string"],
  [
    textField({ description, minLength: 1 }),
    "",
    "string_too_short",
    "String should have at least 1 character",
    { min_length: 1 },
  ],
  [
    textField({ description, minLength: 3 }),
    "ab",
    "string_too_short",
    "String should have at least 3 characters",
    { min_length: 3 },
  ],
  [
    textField({ description, maxLength: 2 }),
    "abc",
    "string_too_long",
    "String should have at most 2 characters",
    { max_length: 2 },
  ],
  [
    textField({ description, minLength: 1 }),
    "\ud800",
    "string_unicode",
    "Input should be a valid string, unable to parse raw data as a unicode string",
  ],
  [oneOf(["a"], { description }), "x", "enum", "Input should be 'a'", { expected: "'a'" }],
  [oneOf(["a", "b"], { description }), 1, "enum", "Input should be 'a' or 'b'", { expected: "'a' or 'b'" }],
  [
    oneOf(["a", "b", "c"], { description }),
    null,
    "enum",
    "Input should be 'a', 'b' or 'c'",
    { expected: "'a', 'b' or 'c'" },
  ],
  [date({ description }), true, "date_type", "Input should be a valid date"],
  [
    orNull(date({ description })),
    "2027-03-01T00:01",
    "date_from_datetime_inexact",
    "Datetimes provided to dates should have zero time - e.g. be exact dates",
  ],
  [
    date({ description }),
    "0000-01-01",
    "date_parsing",
    "Input should be a valid date in the format YYYY-MM-DD, year 0 is out of range",
    { error: "year 0 is out of range" },
  ],
  [
    date({ description }),
    "2027",
    "date_from_datetime_inexact",
    "Datetimes provided to dates should have zero time - e.g. be exact dates",
  ],
  [
    date({ description }),
    "x",
    "date_from_datetime_parsing",
    "Input should be a valid date or datetime, input is too short",
    { error: "input is too short" },
  ],
  [listOf(items.whole(), { description }), 7, "list_type", "Input should be a valid list"],
  [
    listOf(items.whole(), { description, maxItems: 1 }),
    [1, 2],
    "too_long",
    "List should have at most 1 item after validation, not 2",
    { field_type: "List", max_length: 1, actual_length: 2 },
  ],
  [
    listOf(items.whole(), { description, maxItems: 2 }),
    [1, 2, 3],
    "too_long",
    "List should have at most 2 items after validation, not 3",
    { field_type: "List", max_length: 2, actual_length: 3 },
  ],
])("%j refuses %j: %s", (field, value, type, msg, ctx) => {
  const faults: ValidationItem[] = [];
  fieldReader(field as JsonSchema)(value, ["body", "x"], faults);
  expect(faults).toStrictEqual([{ type, loc: ["body", "x"], msg, input: value, ...(ctx && { ctx }) }]);
});

test("a fault in a list has the item's index, and an unreadable field is an internal fault", () => {
  const faults: ValidationItem[] = [];
  fieldReader(listOf(items.whole(), { description }) as JsonSchema)([1, "x", "y"], ["body", "ages"], faults);
  expect(faults.map(({ loc }) => loc)).toEqual([
    ["body", "ages", 1],
    ["body", "ages", 2],
  ]);
  expect(() => fieldReader({ type: "tuple" })).toThrow("no reader for a field of type tuple");
});

test("a string without a bound, and a minimum length counted in characters", () => {
  const faults: ValidationItem[] = [];
  const read = (field: JsonSchema, value: Json) => fieldReader(field)(value, ["body"], faults);
  const long = "x".repeat(5_000);
  expect(read({ type: "string" }, long)).toBe(long);
  expect(read({ type: "string", minLength: 2 }, long)).toBe(long);
  expect(read({ type: "string", minLength: 2 }, "😀😀")).toBe("😀😀");
  expect(faults).toEqual([]);
  read({ type: "string", minLength: 2 }, "😀");
  expect(faults).toHaveLength(1);
});
