import { expect, test } from "vitest";
import { lineEdits } from "./changes.ts";
import { movedChanges } from "./move-changes.ts";
import type { Move } from "./moved-places.ts";
import { difference, placeSteps } from "./paths.ts";

const patched = (line: string, from: string, to: string): string => {
  const [steps, now] = [placeSteps(from), placeSteps(to)];
  const { start, before, after } = difference(steps, now);
  const move: Move = { before, after, likeness: 1, places: [{ field: "x", inside: null, steps, start }] };
  const files = [{ file: "reader.ts", lines: [line] }];
  return lineEdits(movedChanges(move, files), files)[0]?.after ?? line;
};

test.each([
  ["a renamed member", 'text("name", "title")', "$.rows[0].name", "$.rows[0].label", 'text("name", "label", "title")'],
  [
    "a moved member",
    'price: decimal("price.value")',
    "$[0].price.value",
    "$[0].price.now.value",
    'price: decimal("price.value", "price.now.value")',
  ],
  ["a moved list", 'list(Day, "days")', "$[0].days[0].at", "$[0].info.days[0].at", 'list(Day, "days", "info.days")'],
  ["renamed texts", 'texts("tags")', "$[0].tags[0]", "$[0].labels[0]", 'texts("tags", "labels")'],
  ["a wrapped value", 'whole("count")', "$[0].count", "$[0].count.value", 'whole("count", "count.value")'],
  ["a value in a list", 'text("name")', "$[0].name", "$[0].name[0]", 'text("name", "name.0")'],
  ["a renamed object", 'text("price.currency")', "$[0].price.value", "$[0].cost.value", 'text("price.currency")'],
  [
    "an accessor",
    'at(row, "a", "name")',
    "$[0].a.name",
    "$[0].a.label",
    '(at(row, "a", "name") ?? at(row, "a", "label"))',
  ],
  [
    "a wrapped value of an accessor",
    'at(row, "n")',
    "$[0].n",
    "$[0].n.value",
    '(at(row, "n", "value") ?? at(row, "n"))',
  ],
  [
    "a parameter",
    "function f({ name }: Json) {",
    "$[0].name",
    "$[0].label",
    "function f({ label, name = label }: Json) {",
  ],
  [
    "a moved parameter",
    "function f({ name: n }: Json) {",
    "$[0].name",
    "$[0].info.name",
    "function f({ info, name: n = Object(info).name }: Json) {",
  ],
  ["a member", "return row.name;", "$[0].name", "$[0].label", "return (row?.name ?? Object(row).label);"],
  ["a question", '"name" in row', "$[0].name", "$[0].label", '("name" in row || "label" in row)'],
  ["words that are no place", 'const said = "name";', "$[0].name", "$[0].label", 'const said = "name";'],
  ["a comment", '// text("name")', "$[0].name", "$[0].label", '// text("name")'],
])("%s is also looked for in its new place, and nothing else is touched", (_what, line, from, to, after) => {
  expect(patched(line, from, to)).toBe(after);
});

test("a place whose key provenance has cut is the place of the whole key", () => {
  const key = `search(${"x".repeat(80)} 1)`;
  expect(placeSteps(`$[${JSON.stringify(`${key.slice(0, 60)}…`)}].name`)).toEqual(
    placeSteps(`$[${JSON.stringify(key)}].name`),
  );
});
