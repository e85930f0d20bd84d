import { expect, test } from "vitest";
import { formatTable } from "./table.ts";

const rows = [
  { name: "fiets", price: 12.5, tags: ["a"] },
  { name: "x".repeat(60), price: null, tags: [] },
];

test("columns are aligned, long cells cut, and null is empty", () => {
  expect(formatTable(rows, ["price", "tags", "name"], 80)).toBe(
    `price  tags   name\n12.5   ["a"]  fiets\n       []     ${"x".repeat(39)}…\n`,
  );
});

test("nothing is cut in a pipe", () => {
  expect(formatTable(rows, ["price", "tags", "name"])).toContain("x".repeat(60));
});

test("columns that do not fit are named instead", () => {
  expect(formatTable(rows, ["price", "tags", "name"], 20)).toContain("(1 more columns: name;");
});

test("text from a website cannot control the terminal", () => {
  const text = formatTable([{ name: "\u001b]0;owned\u0007\u001b[2Jred\u009b31m\nnext" }], ["name"], 80);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left.
  expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});
