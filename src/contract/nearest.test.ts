import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const TOWNS = ["Springfield, IL", "Springdale, AR", "Northdale, OH", "Northfield, MN", "Lakeview, OR"];

test.each([
  ["a misspelling", "Nortdhale, OH", "Northdale, OH"],
  ["a beginning", "spring", "Springdale, AR"],
  ["other case and marks", "NORTHFIELD mn", "Northfield, MN"],
  ["accents left out", "Lakevièw OR", "Lakeview, OR"],
])("%s finds its value first", (_, text, first) => {
  expect(nearest(text, TOWNS)[0]).toBe(first);
});

test("three are given unless told, each once, and never more than there are", () => {
  expect(nearest("north", [...TOWNS, ...TOWNS])).toHaveLength(3);
  expect(nearest("north", TOWNS, 2)).toEqual(["Northdale, OH", "Northfield, MN"]);
  expect(nearest("north", [])).toEqual([]);
  expect(nearest("", ["a"])).toEqual(["a"]);
});
