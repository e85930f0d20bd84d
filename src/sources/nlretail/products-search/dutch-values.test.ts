import { expect, test } from "vitest";
import { amountOf, groupedWholeOf, ratingOf, spokenAmountOf, starsOf } from "./dutch-values.ts";

test.each<[string | null | undefined, number | null]>([
  ["1.234,50", 1234.5],
  ["98,00", 98],
  ["19,-", 19],
  ["€ 19", 19],
  ["19.99", 19.99],
  ["12.345.678", 12345678],
  ["van 1.234,5 euro", 1234.5],
  ["€\n19,95", 19.95],
  ["19.999", 19999],
  ["1234.5678", 1234],
  ["0,99", 0.99],
  ["gratis", null],
  ["", null],
  [undefined, null],
  [null, null],
])("%j is the amount %j", (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

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
])("%j is spoken for %j", (text, amount) => {
  expect(spokenAmountOf(text)).toBe(amount);
});

test("stars are out of five, and counts are grouped by points", () => {
  expect([starsOf("klantbeoordeling: 4,5 van de 5 sterren"), starsOf("4 uit 5"), starsOf("4,5 van de 50")]).toEqual([
    ...[4.5, 4, null],
  ]);
  expect(["4 van 5", "3,5 OP 5", "4.5 van de 5", "5 van de 5,"].map(starsOf)).toEqual([4, 3.5, 4.5, 5]);
  expect([starsOf("vijf van de 5"), starsOf("4/5"), starsOf(null), starsOf(undefined)]).toEqual(Array(4).fill(null));
  expect([
    groupedWholeOf(null),
    groupedWholeOf(undefined),
    groupedWholeOf("1.234.567 x"),
    groupedWholeOf("1.2345"),
  ]).toEqual([null, null, 1234567, 1]);
  expect([groupedWholeOf("49.062 resultaten"), groupedWholeOf("7 resultaten"), groupedWholeOf("geen")]).toEqual([
    ...[49062, 7, null],
  ]);
});

test.each<[number | null, number | null, number | null]>([
  [0, 0, null],
  [0, null, null],
  [0, 3, 0],
  [4.5, 0, 4.5],
  [4.5, null, 4.5],
  [null, 3, null],
])("a rating of %j by %j opinions is %j", (rating, reviews, expected) => {
  expect(ratingOf(rating, reviews)).toBe(expected);
});
