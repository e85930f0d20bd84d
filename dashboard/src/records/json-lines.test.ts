import { expect, test } from "vitest";
import { jsonLines, visibleLines } from "./json-lines.ts";

const records = [
  { id: 1, tags: ["a", "b"] },
  { id: 2, tags: [] },
];

test("every record is included, and each block knows where it ends", () => {
  const lines = jsonLines(records);
  expect(lines.map(({ text }) => text).join("")).toBe(JSON.stringify(records, null, 2).replace(/\n\s*/g, ""));
  expect(
    lines.filter(({ closesAt }) => closesAt !== null).map(({ text, closesAt }) => [text, lines[closesAt!]!.text]),
  ).toEqual([
    ["[", "]"],
    ["{", "},"],
    ['"tags": [', "]"],
    ["{", "}"],
  ]);
});

test("folding a block hides its lines up to its end, and nothing else", () => {
  const lines = jsonLines(records);
  const first = lines.findIndex(({ text }) => text === "{");
  const seen = visibleLines(lines, new Set([first]));
  expect(seen).toEqual([0, 1, 8, 9, 10, 11, 12].filter((at) => at < lines.length));
  expect(visibleLines(lines, new Set())).toHaveLength(lines.length);
});
