import { describe, expect, test } from "vitest";
import { date, flagField, items, listOf, oneOf, orNull, textField, wholeField } from "../fields.ts";
import type { JsonSchema } from "../json-schema.ts";
import { plainReaderOf, UNSURE } from "./plain-readers.ts";

const description = "";
const largest = Number.MAX_SAFE_INTEGER;

describe("the fast parser accepts plain values and leaves everything else to the exact parser", () => {
  test.each<[kind: string, field: object, taken: unknown[], left: unknown[]]>([
    [
      "an integer",
      wholeField({ description }),
      [0, 7, largest, -largest],
      [largest + 1, -largest - 1, 1.5, "7", true, null, undefined],
    ],
    ["one with bounds", wholeField({ description, minimum: 1, maximum: 30 }), [1, 30], [0, 31]],
    ["a flag", flagField({ description }), [true, false], [0, 1, "true", null]],
    ["a choice", oneOf(["a", "b"], { description }), ["a", "b"], ["A", "", null, 1]],
    ["a text", { type: "string" }, ["", "x", "é😀"], ["\ud800", 7, null]],
    ["a text with a least length", textField({ description, minLength: 2 }), ["ab", "😀😀"], ["a", "😀", ""]],
    ["a text with a most length", textField({ description, maxLength: 2 }), ["", "ab"], ["abc", "😀a"]],
    [
      "a date",
      date({ description }),
      ["2027-01-01", "2027-10-28", "2027-12-09", "0001-01-19"],
      [
        "0000-01-01",
        "2027-01-29",
        "2027-13-01",
        "2027-00-01",
        "2027-01-00",
        "x2027-01-01",
        "2027-01-01x",
        "2027-1-01",
        0,
        null,
      ],
    ],
    ["what may be null", orNull(wholeField({ description })), [null, 7], ["7", undefined]],
    [
      "a list",
      listOf(items.whole(), { description, maxItems: 2 }),
      [[], [1], [1, 2]],
      [[1, 2, 3], ["1"], [1, "2"], {}, "", null],
    ],
    [
      "a list without a bound",
      { type: "array", items: { type: "integer" } },
      [Array.from({ length: 9 }, (_, at) => at)],
      [7],
    ],
  ])("%s", (_, field, taken, left) => {
    const read = plainReaderOf(field as JsonSchema);
    for (const value of taken) expect(read(value)).toStrictEqual(value);
    for (const value of left) expect(read(value)).toBe(UNSURE);
  });

  test("zero has no sign, and a list is copied", () => {
    expect(plainReaderOf({ type: "integer" })(-0)).toBe(0);
    const sent = [1];
    expect(plainReaderOf({ type: "array", items: { type: "integer" } })(sent)).not.toBe(sent);
  });
});
