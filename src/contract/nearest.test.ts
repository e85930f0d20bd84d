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

test("returns three distinct values by default, and never more than exist", () => {
  const numbered = ["row 1", "row 2", "row 3", "row 4"];
  expect(nearest("row", [...numbered, ...numbered])).toEqual(["row 1", "row 2", "row 3"]);
  expect(nearest("north", TOWNS, 1)).toEqual(["Northdale, OH"]);
  expect(nearest("north", TOWNS)).toEqual(["Northdale, OH", "Northfield, MN"]);
  expect(nearest("north", [])).toEqual([]);
});

test.each([
  ["a name that shares only its beginning", "Springfield", ["Spring House & Spa, Lisbon", "Sunny Hotel"]],
  ["another number", "9", ["1", "2", "3"]],
  ["a longer number that differs in one digit", "5001", ["5002", "4001"]],
  ["a word of two letters", "ab", ["ax", "xb"]],
  ["nothing", "", ["a", ""]],
  ["more than a third of the letters", "abcdef", ["abcxyz"]],
])("%s resembles no value", (_, text, values) => {
  expect(
    nearest(
      text,
      values.filter((value) => value !== ""),
    ),
  ).toEqual([]);
});

test.each([
  ["a misspelt beginning", "Lisbn", "Lisbon, Lisbon Region, Portugal"],
  ["a word among others", "town", "The Old Town"],
  ["a value with a word added", "laundry room", "laundry"],
  ["the same digits", "4", "4"],
])("%s resembles its value", (_, text, value) => {
  expect(nearest(text, ["Athens", value])).toEqual([value]);
});

test.each([
  ["a letter changed", "abxd"],
  ["a letter put in", "abxcd"],
  ["a letter taken out", "abd"],
  ["the last letter taken out", "abc"],
  ["the first letter changed", "xbcd"],
])("%s is one edit, and nearer than two", (_, near) => {
  expect(nearest("abcd", ["xxcd", "xabcdx", near, "cd"])[0]).toBe(near);
});

test.each<[why: string, text: string, values: string[]]>([
  ["the same is nearer than what goes on", "ann", ["anna", "ann"]],
  ["what goes on for less is nearer", "an", ["annabel", "ann"]],
  ["what goes on is nearer than one letter's difference", "ann", ["anx", "annabel"]],
  ["letters that are one sign are letters", "ﬁsh", ["wish", "fish"]],
  ["signs around a value do not count", "a b", ["a-bc", "(a--b)!"]],
  ["digits do", "room 1", ["room 2x", "room 12"]],
])("%s: %s", (_, text, values) => {
  expect(nearest(text, values)[0]).toBe(values.at(-1));
});

test("the last letter counts, and ties keep their order", () => {
  expect(nearest("cats", ["bats", "cat"])).toEqual(["bats", "cat"]);
});

test("texts beyond a hundred letters are not compared, and ties keep their order", () => {
  const long = "n".repeat(100);
  expect(nearest(`${long}abc`, ["x", `${long}xyz`, `${long}abc`])).toEqual([`${long}xyz`, `${long}abc`]);
  const short = "n".repeat(99);
  expect(nearest(`${short}a`, [`${short}x`, `${short}a`])[0]).toBe(`${short}a`);
});
