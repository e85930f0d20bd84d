import { Type } from "typebox";
import { expect, test } from "vitest";
import { WinnowError } from "../contract/errors.ts";
import type { RequestFields } from "../contract/fields.ts";
import { fedBy } from "../contract/lookup.ts";
import { withLookupHint } from "./lookup-hint.ts";

const lookup = { operation: "/api/toys/colours", field: "value" };
const properties = {
  colour: fedBy(lookup, Type.Enum(["turquoise", "vermilion"])),
  stars: fedBy(lookup, Type.Enum(["3", "4", "5"])),
  colours: fedBy(lookup, Type.Array(Type.Enum(["turquoise", "vermilion"]))),
  place: fedBy({ operation: "/api/toys/places", field: "id" }, Type.String()),
  count: Type.Integer(),
} as unknown as RequestFields;

const hintOf = (...faults: Array<[loc: Array<string | number>, input: unknown]>) => {
  const detail = faults.map(([loc, input]) => ({ type: "value_error", loc: ["body", ...loc], msg: "no", input }));
  return (withLookupHint(new WinnowError("validation", detail), properties) as WinnowError).hint;
};

test.each<[string, Parameters<typeof hintOf>, string | undefined]>([
  [
    "a value of a closed list",
    [[["colour"], "turqoise"]],
    'colour: Did you mean "turquoise"? Valid values: turquoise, vermilion.',
  ],
  ["a value of another type", [[["colour"], 7]], "colour: Valid values: turquoise, vermilion."],
  ["a number where its digits are meant", [[["stars"], 4]], 'stars: Did you mean "4"? Valid values: 3, 4, 5.'],
  [
    "an entry of a list",
    [[["colours", 1], "vermillion"]],
    'colours.1: Did you mean "vermilion"? Valid values: turquoise, vermilion.',
  ],
  ["an open list", [[["place"], ""]], "place: Look up valid values with POST /api/toys/places."],
  [
    "two faults",
    [
      [["place"], ""],
      [["place"], 7],
    ],
    "place: Look up valid values with POST /api/toys/places. place: Look up valid values with POST /api/toys/places.",
  ],
])("%s gets a hint what to send and where to find it", (_name, faults, hint) => {
  expect(hintOf(...faults)).toBe(hint);
});

test("a fault of another field, and any other error, stays as it is", () => {
  const detail = [{ type: "value_error", loc: ["body", "count"], msg: "no", input: "x" }];
  for (const error of [
    new WinnowError("validation", detail),
    new WinnowError("validation", [{ ...detail[0]!, loc: ["body", "unknown"] }]),
    new WinnowError("bad_request", "words"),
    new Error("ours"),
  ]) {
    expect(withLookupHint(error, properties)).toBe(error);
  }
});

test("a hint is at most as long as a header may be", () => {
  expect(hintOf(...Array(20).fill([["place"], ""]))).toHaveLength(500);
});
