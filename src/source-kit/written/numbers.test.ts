import { expect, test } from "vitest";
import { localNumber, parseAmount } from "./numbers.ts";

test.each([
  ["409", 409],
  ["1,561", 1561],
  ["1.234", 1234],
  ["12,5", 12.5],
  ["€ 1 474,55", 1474.55],
  ["1.234.567,8", 1234567.8],
  ["US$1,496.85", 1496.85],
  ["CHF 1’200.-", 1200],
  ["19,-", 19],
  ["8.9", 8.9],
  ["1,234,567", 1234567],
  ["₹ 12,34,567.50", 1234567.5],
  ["1.234.56", 123456],
  ["12.", 12],
  ["7, and 8", 7],
  ["19,99 2 stuks", 19.99],
  ["about 7", 7],
  ["1'200,5", 1200.5],
  ["1\u202f474\u00a0,5", 1474.5],
  ["49.062 resultaten", 49062],
  ["150 665 ₽", 150665],
  ["€\n19,95", 19.95],
  ["0.125", 0.125],
  ["1234.5678", 1234.5678],
  [".5", 5],
  ["none", null],
  ["", null],
])("%s is %d", (text, number) => {
  expect(localNumber(text)).toBe(number);
});

test("a number sent as a number is unchanged", () => {
  expect([parseAmount(1234.5), parseAmount("1.234,50"), parseAmount(null), parseAmount(true)]).toEqual([
    1234.5,
    1234.5,
    null,
    null,
  ]);
});
