import { expect, test } from "vitest";
import { conditionCalled, parseSpokenAmount, parseStars, toRating } from "./dutch-values.ts";

test.each<[string | null, number | null]>([
  ["De prijs van dit product is '19' euro en '99' cent.", 19.99],
  ["De prijs is 1.019 euro en 5 cent", 1019.05],
  ["'7' euro", 7],
  ["De prijs is ’7’ euro en ’9’ cent", 7.09],
  ["7 EUROS", 7],
  ["7 euro en 123 cent", 7],
  ["1.234.567 euro", 1234567],
  ["7 europa", null],
  ["euro", null],
  ["19,99", null],
  [null, null],
])("%j is read aloud as %j", (text, amount) => {
  expect(parseSpokenAmount(text)).toBe(amount);
});

test("stars are out of five", () => {
  expect([
    parseStars("klantbeoordeling: 4,5 van de 5 sterren"),
    parseStars("4 uit 5"),
    parseStars("4,5 van de 50"),
  ]).toEqual([4.5, 4, null]);
  expect(["4 van 5", "3,5 OP 5", "4.5 van de 5", "5 van de 5,"].map(parseStars)).toEqual([4, 3.5, 4.5, 5]);
  expect([parseStars("vijf van de 5"), parseStars("4/5"), parseStars(null), parseStars(undefined)]).toEqual(
    Array(4).fill(null),
  );
});

test("a condition is recognised by the site's names and by the words of a page", () => {
  expect(
    ["OfferConditionNew", "SECOND_HAND", "Refurbished", "Conditie: tweedehands", "Nieuw", "vernieuwd", 1].map(
      conditionCalled,
    ),
  ).toEqual(["new", "secondhand", "refurbished", "secondhand", "new", null, null]);
});

test.each<[number | null, number | null, number | null]>([
  [0, 0, null],
  [0, null, null],
  [0, 3, 0],
  [4.5, 0, 4.5],
  [4.5, null, 4.5],
  [null, 3, null],
])("a rating of %j with %j reviews is %j", (rating, reviews, expected) => {
  expect(toRating(rating, reviews)).toBe(expected);
});
