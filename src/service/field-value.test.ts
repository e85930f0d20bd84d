import { expect, test } from "vitest";
import type { JsonSchema } from "../contract/json-schema.ts";
import { fieldValue } from "./field-value.ts";

const maybe = (type: string): JsonSchema => ({ anyOf: [{ type }, { type: "null" }] });

test.each<[string, JsonSchema, string, unknown]>([
  ["a text", { type: "string" }, "12", "12"],
  ["a whole number", { type: "integer" }, "-12", -12],
  ["a number", { type: "number" }, "1.5", 1.5],
  ["a number with a plus", { type: "number" }, "+2", 2],
  ["a part that is not there", { type: "number" }, "1.", "1."],
  ["no number in front", { type: "integer" }, "x5", "x5"],
  ["no number", { type: "number" }, "1.5 m", "1.5 m"],
  ["a number or null", maybe("integer"), "7", 7],
  ["null by name", maybe("integer"), "null", null],
  ["null by nothing", maybe("string"), "", null],
  ["nothing where null is none", { type: "string" }, "", ""],
  ["yes", { type: "boolean" }, "Yes", true],
  ["true", { type: "boolean" }, "true", true],
  ["no", { type: "boolean" }, "NO", false],
  ["false", { type: "boolean" }, "false", false],
  ["no boolean", { type: "boolean" }, "perhaps", "perhaps"],
  ["a list", { type: "array", items: { type: "integer" } }, "1, 2", [1, 2]],
  ["an empty list", { type: "array", items: { type: "string" } }, "", []],
  ["a list or null", { anyOf: [{ type: "array", items: { type: "integer" } }, { type: "null" }] }, "1,2", [1, 2]],
  ["no list", { anyOf: [{ type: "array", items: { type: "integer" } }, { type: "null" }] }, "", null],
  ["a name of null where it is a text", { type: "string" }, "null", "null"],
  ["several types", { type: ["string", "null"] }, "null", null],
  ["a field of no type", {}, "as it is", "as it is"],
])("%s is parsed from text", (_name, field, text, value) => {
  expect(fieldValue(field, text)).toEqual(value);
});
