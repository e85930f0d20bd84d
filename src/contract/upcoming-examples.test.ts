import { expect, test } from "vitest";
import { toySource } from "../source-testing/toy-source.ts";
import { withUpcomingExamples } from "./upcoming-examples.ts";

const [rows] = toySource().operations;
const written = { place: "Lisbon", checkin: "2027-12-30", checkout: "2028-01-02", count: 5 };
const shownAt = (day: string) =>
  withUpcomingExamples({ ...rows, examples: [written, { count: 1 }] }, Date.parse(`${day}T12:00:00Z`)).examples;

test.each([
  ["2026-11-16", "2027-12-30", "2028-01-02"],
  ["2027-12-29", "2027-12-30", "2028-01-02"],
  ["2027-12-30", "2028-12-30", "2029-01-02"],
  ["2031-03-01", "2031-12-30", "2032-01-02"],
])("on %s an example has future dates and keeps its number of nights", (day, checkin, checkout) => {
  expect(shownAt(day)).toEqual([{ ...written, checkin, checkout }, { count: 1 }]);
});
