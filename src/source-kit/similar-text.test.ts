import { expect, test } from "vitest";
import { sameText } from "../contract/same-text.ts";
import { isRespelled, mostSimilar, similarText } from "./similar-text.ts";

test.each([
  ["Red  lamp!", "red LAMP", true],
  ["Électricien 24", "electricien-24", true],
  ["Smith & Sons", "Smith &amp; <b>Sons</b>", true],
  ["☕", "☕", true],
  ["plumbers", "plumber", false],
  ["", "plumber", false],
  [null, "null", false],
  ["☕", "🍵", false],
])("%j and %j are the same text: %s", (stated, asked, isSame) => {
  expect(sameText(stated, asked)).toBe(isSame);
});

test.each([
  ["koffie", "kofie", true],
  ["thee pot", "theepot", true],
  ["смартфон", "смарфон", true],
  ["lap", "laptop", true],
  ["laptop", "koffie", false],
  ["tv", "koffie", false],
  ["kop", "kap", false],
  ["!!!", "koffie", false],
])("%j may be the name %j: %s", (stated, asked, isSimilar) => {
  expect(similarText(stated, asked)).toBe(isSimilar);
});

test.each([
  ["koffie", "kofie", true],
  ["смартфон", "смарфон", true],
  ["laptops", "laptop", true],
  ["lap", "laptop", false],
  ["koffiezetapparaat", "koffie", false],
  ["laptop", "", false],
  ["x", "y", false],
])("%j may be the corrected spelling of %j: %s", (stated, asked, isSimilar) => {
  expect(isRespelled(stated, asked)).toBe(isSimilar);
});

test.each<[string[][], string, boolean]>([
  [[["Northdale, OH"], ["Northdale, TX"]], "northd", true],
  [[["Springfield, IL"]], "Sprngfield", true],
  [[["Lakeside, OH", "44440"]], "44440", true],
  // Half of them is enough: a site may add others.
  [[["Portland, OR"], ["Seattle, WA"]], "Port", true],
  [[["Portland, OR"], ["Seattle, WA"], ["Boston, MA"]], "Port", false],
  [[["Lake City, FL"]], "Port", false],
  // Too short, or in another script: nothing to compare.
  [[["New York, NY"]], "NYC", true],
  [[["青湖花園"]], "Emerald", true],
  [[["青湖花園", "2-ABCD"]], "Emerald", true],
  [[["青湖花園", "2-ABCD"], ["Lake City, FL"]], "Port", false],
  [[["青湖花園"], ["青湖花园"]], "花园", true],
  [[["翠山花園"]], "青湖", false],
  // One sign of two in each name is another search.
  [[["青山花園"], ["翠湖花園"], ["青湖花園"]], "青湖", false],
  [[["青湖花園"], ["青湖台"]], "花园", true],
  [[["青湖花園"], ["青湖台"], ["青湖邨"]], "花园", false],
  [[], "Port", true],
])("most of %j resemble %j: %s", (suggested, asked, isSimilar) => {
  expect(mostSimilar(suggested, asked)).toBe(isSimilar);
});
