import { expect, test } from "vitest";
import { isTimeZone, timeZone } from "./time-zone.ts";

const HOUR = 3_600_000;
const at = Date.parse;

test("the offset of a zone is its clock time minus UTC", () => {
  const hours = (zone: string, when: string) => timeZone(zone).aheadAt(at(when)) / HOUR;
  expect(hours("UTC", "2026-11-16T12:00Z")).toBe(0);
  expect(hours("Europe/Amsterdam", "2026-11-16T12:00Z")).toBe(1);
  expect(hours("Europe/Amsterdam", "2026-07-16T12:00Z")).toBe(2);
  expect(hours("America/New_York", "2026-11-16T12:00Z")).toBe(-5);
  expect(hours("Asia/Kolkata", "2026-11-16T12:00Z")).toBe(5.5);
  expect([isTimeZone("Asia/Kathmandu"), isTimeZone("Atlantis"), isTimeZone("")]).toEqual([true, false, false]);
});

test("a period is split where the clocks change, to the minute", () => {
  const pieces = timeZone("Europe/Amsterdam").offsetsBetween(at("2026-10-20T22:00Z"), at("2026-10-30T00:00Z"));
  expect(pieces).toEqual([
    { start: at("2026-10-20T22:00Z"), end: at("2026-10-25T01:00Z"), ahead: 2 * HOUR },
    { start: at("2026-10-25T01:00Z"), end: at("2026-10-30T00:00Z"), ahead: HOUR },
  ]);
  // A half-hour change, at half past an hour of UTC.
  expect(timeZone("Australia/Lord_Howe").offsetsBetween(at("2026-10-01T00:00Z"), at("2026-10-10T00:00Z"))[0]!.end).toBe(
    at("2026-10-03T15:30Z"),
  );
  expect(timeZone("UTC").offsetsBetween(0, 400 * 24 * HOUR)).toHaveLength(1);
});

test("a day begins at its local midnight, even if the clocks have changed since", () => {
  const noon = at("2026-11-16T12:00Z");
  expect(timeZone("UTC").startOfDay(noon, 1)).toBe(at("2026-11-15T00:00Z"));
  expect(timeZone("America/New_York").startOfDay(noon)).toBe(at("2026-11-16T05:00Z"));
  expect(timeZone("America/New_York").startOfDay(noon, 20)).toBe(at("2026-10-27T04:00Z"));
  expect(timeZone("Asia/Kolkata").startOfDay(at("2026-11-16T20:00Z"))).toBe(at("2026-11-16T18:30Z"));
  // The day of the clock change itself.
  expect(timeZone("Europe/Amsterdam").startOfDay(at("2026-10-25T12:00Z"))).toBe(at("2026-10-24T22:00Z"));
});
