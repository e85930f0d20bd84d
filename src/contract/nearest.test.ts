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

test.each([
  ["a letter changed", "abxd"],
  ["a letter put in", "abxcd"],
  ["a letter taken out", "abd"],
  ["the last letter taken out", "abc"],
  ["the first letter changed", "xbcd"],
])("%s is one step, and nearer than two", (_, near) => {
  expect(nearest("abcd", ["xxcd", "xabcdx", near, "cd"])[0]).toBe(near);
});
