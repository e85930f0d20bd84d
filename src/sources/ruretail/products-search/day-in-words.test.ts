import { expect, test } from "vitest";
import { dayInWords } from "./day-in-words.ts";

const now = Date.parse("2026-12-30T10:00:00Z");

test.each([
  ["(сегодня)", "2026-12-30"],
  ["\u00a0(завтра)", "2026-12-31"],
  ["Послезавтра", "2027-01-01"],
  ["(от 2 дней)", "2027-01-01"],
  ["через 1 день", "2026-12-31"],
  ["31 декабря", "2026-12-31"],
  ["15 мая", "2027-05-15"],
  ["3 марта", "2027-03-03"],
  ["скоро", null],
  ["", null],
])("%j is %s", (words, day) => {
  expect(dayInWords(words, now)).toBe(day);
});

test("the day is the one in Moscow", () => {
  expect(dayInWords("сегодня", Date.parse("2026-12-30T22:00:00Z"))).toBe("2026-12-31");
});
