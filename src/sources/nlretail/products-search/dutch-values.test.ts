import { expect, test } from "vitest";
import { amountOf, groupedWholeOf, spokenAmountOf, starsOf } from "./dutch-values.ts";

test.each<[string | null, number | null]>([
  ["1.234,50", 1234.5],
  ["98,00", 98],
  ["19,-", 19],
  ["€ 19", 19],
  ["19.99", 19.99],
  ["12.345.678", 12345678],
  ["gratis", null],
  [null, null],
])("%j is the amount %j", (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

test.each<[string | null, number | null]>([
  ["De prijs van dit product is '19' euro en '99' cent.", 19.99],
  ["De prijs is 1.019 euro en 5 cent", 1019.05],
  ["'7' euro", 7],
  ["19,99", null],
  [null, null],
])("%j is spoken for %j", (text, amount) => {
  expect(spokenAmountOf(text)).toBe(amount);
});

test("stars are out of five, and counts are grouped by points", () => {
  expect([starsOf("klantbeoordeling: 4,5 van de 5 sterren"), starsOf("4 uit 5"), starsOf("4,5 van de 50")]).toEqual([
    ...[4.5, 4, null],
  ]);
  expect([groupedWholeOf("49.062 resultaten"), groupedWholeOf("7 resultaten"), groupedWholeOf("geen")]).toEqual([
    ...[49062, 7, null],
  ]);
});
