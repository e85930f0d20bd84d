import { expect, test } from "vitest";
import { parseDay, parseMoment, parseSeconds } from "./times.ts";

test.each<[unknown, number | null]>([
  [1_700_000_000, 1_700_000_000],
  [1_700_000_000.9, 1_700_000_000],
  [1_700_000_000_999, 1_700_000_000],
  [100_000_000_000, 100_000_000_000],
  [100_000_000_001, 100_000_000],
  [0, null],
  [-5, null],
  ["2026-11-09", Date.UTC(2026, 10, 8, 16) / 1000],
  ["2026-11-09T01:02:03.9", Date.UTC(2026, 10, 8, 17, 2, 3) / 1000],
  ["2026-11-09T01:02:03Z", Date.UTC(2026, 10, 9, 1, 2, 3) / 1000],
  ["2026-11-09T01:02:03+09:00", Date.UTC(2026, 10, 8, 16, 2, 3) / 1000],
  ["2026-11-09T01:02:03-0100", Date.UTC(2026, 10, 9, 2, 2, 3) / 1000],
  ["2026-11-09T25:00:00", null],
  ["on 2026-11-09", null],
  ["09/11/2026", null],
  ["", null],
  [null, null],
])("the time %j is %j", (date, seconds) => {
  expect(parseSeconds(date, "+08:00")).toBe(seconds);
});

test("a time without a zone is UTC by default", () => {
  expect(parseSeconds("2026-11-09T01:00:00")).toBe(Date.UTC(2026, 10, 9, 1) / 1000);
});

test.each<[time: unknown, moment: string | null, day: string | null]>([
  ["2027-06-11T00:00:00Z", "2027-06-11T00:00:00Z", "2027-06-11"],
  [" 2027-06-11T23:59:59.5+0300 ", "2027-06-11T23:59:59.5+0300", "2027-06-11"],
  ["2027-06-11T09:30", "2027-06-11T09:30", "2027-06-11"],
  ["2027-06-11", "2027-06-11", "2027-06-11"],
  ["2027-13-11T00:00:00Z", null, null],
  ["11/06/2027", null, null],
  ["2027-06-11 or later", null, null],
  [1_812_672_000, null, null],
  [null, null, null],
])("the text %j is the time %j on the day %j", (text, moment, day) => {
  expect([parseMoment(text), parseDay(text)]).toEqual([moment, day]);
});
