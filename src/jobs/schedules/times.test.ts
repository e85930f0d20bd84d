import { expect, test, vi } from "vitest";
import { timesOf } from "./times.ts";

const from = Date.parse("2027-03-10T12:00:00Z");

test.each([
  ["* * * * *", 43_200],
  ["*/5 * * * *", 8_640],
  ["0,30 8-17 * * 1-5", 440],
  ["@hourly", 720],
  ["0 7 * * *", 30],
  ["0 0 1 * *", 1],
  ["0 0 30 2 *", 0],
])("%s comes %i times in thirty days", (cron, runs) => {
  expect(timesOf(cron, "Europe/Amsterdam").inMonth(from)).toBe(runs);
});

test("a run every minute is not counted minute by minute: that would hold the process for seconds", async () => {
  const { Cron } = await import("croner");
  const asked = vi.spyOn(Cron.prototype, "nextRun");
  timesOf("* * * * *", "Europe/Amsterdam").inMonth(from);
  expect(asked.mock.calls.length).toBeLessThan(200);
  asked.mockRestore();
});
