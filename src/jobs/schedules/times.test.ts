import { expect, test, vi } from "vitest";
import { nextTimes } from "./times.ts";

const from = Date.parse("2027-03-10T12:00:00Z");

test.each([
  ["* * * * *", 43_200],
  ["*/5 * * * *", 8_640],
  ["0,30 8-17 * * 1-5", 440],
  ["@hourly", 720],
  ["0 7 * * *", 30],
  ["0 0 1 * *", 1],
  ["0 0 30 2 *", 0],
])("%s occurs %i times in thirty days", (cron, runs) => {
  expect(nextTimes(cron, "Europe/Amsterdam").inMonth(from)).toBe(runs);
});

test.each(["UTC", "Europe/Amsterdam"])("thirty days have thirty noons, even counted from noon (%s)", (zone) => {
  for (const at of ["11:00:00", "11:59:59.999", "12:00:00", "12:00:01"]) {
    expect(nextTimes("0 * * * *", zone).inMonth(Date.parse(`2027-02-10T${at}Z`)), at).toBe(720);
  }
});

test.each([
  ["* * 31 2 *", true],
  ["0 0 30,31 feb *", true],
  ["0 0 31 2,4,6,9,11 *", true],
  ["0 0 29 2 *", false],
  ["0 0 31 2,3 *", false],
  ["0 0 L 2 *", false],
  ["0 0 31 2 1", false],
])("%s never occurs: %s; if so, the library does not search for it", async (cron, never) => {
  const { Cron } = await import("croner");
  const times = nextTimes(cron, "Europe/Amsterdam");
  const asked = vi.spyOn(Cron.prototype, "nextRun");
  expect(times.next(from) === null).toBe(never);
  expect(asked.mock.calls.length > 0).toBe(!never);
  asked.mockRestore();
});

test("a schedule for every minute is not counted minute by minute, which would block the process for seconds", async () => {
  const { Cron } = await import("croner");
  const asked = vi.spyOn(Cron.prototype, "nextRun");
  nextTimes("* * * * *", "Europe/Amsterdam").inMonth(from);
  expect(asked.mock.calls.length).toBeLessThan(200);
  asked.mockRestore();
});
