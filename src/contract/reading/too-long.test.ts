import { expect, test } from "vitest";
import type { WinnowError } from "../errors.ts";
import { defineRequest, items, listOf, textField } from "../fields.ts";
import { compileRequest } from "./read-request.ts";

const read = compileRequest(
  defineRequest("Texts", {
    word: textField({ description: "", minLength: 1 }),
    free: textField({ description: "", default: "" }),
    list: listOf(items.text, { description: "" }),
    one: textField({ description: "", maxLength: 1, default: "" }),
    marks: listOf(items.oneOf(["red", "blue"]), { description: "" }),
  }),
);

function faultsOf(body: object): unknown {
  try {
    return read(Buffer.from(JSON.stringify(body)), "application/json") && null;
  } catch (error) {
    return (error as WinnowError).detail;
  }
}

const fault = (loc: Array<string | number>, input: string, max_length = 1000) => ({
  type: "string_too_long",
  loc: ["body", ...loc],
  msg: `String should have at most ${max_length} character${max_length === 1 ? "" : "s"}`,
  input,
  ctx: { max_length },
});

test.each(["x", "я", "𝄞"])("1,000 of %s are accepted, 1,001 are not: counted as Python counts", (letter) => {
  expect(faultsOf({ word: letter.repeat(1000), free: letter.repeat(1000), list: [letter.repeat(1000)] })).toBeNull();
  const long = letter.repeat(1001);
  expect(faultsOf({ word: long, free: long, list: ["fine", long] })).toEqual([
    fault(["word"], long),
    fault(["free"], long),
    fault(["list", 1], long),
  ]);
});

test("one character is singular", () => {
  expect(faultsOf({ word: "x", one: "ab" })).toEqual([fault(["one"], "ab", 1)]);
});

test("a string of a megabyte is rejected without being scanned", () => {
  expect(faultsOf({ word: "x".repeat(1_000_000) })).toHaveLength(1);
});

test("a list has at most 500 values; a longer one is rejected for its length, not for its values", () => {
  expect(faultsOf({ word: "x", marks: Array(500).fill("red") })).toBeNull();
  const marks = Array(501).fill("green");
  expect(faultsOf({ word: "x", marks })).toEqual([
    {
      type: "too_long",
      loc: ["body", "marks"],
      input: marks,
      msg: "List should have at most 500 items after validation, not 501",
      ctx: { field_type: "List", max_length: 500, actual_length: 501 },
    },
  ]);
});

test("only the first hundred faults are reported, so a response is not a hundred times the size of its request", () => {
  expect(faultsOf({ word: "x", marks: Array(500).fill("green"), list: Array(500).fill(1) })).toHaveLength(100);
});
