import { expect, test } from "vitest";
import type { RunReport } from "../extraction/types.ts";
import { DayCounters } from "./day-counters.ts";

const report = { operation: { path: "/api/a" }, ms: 300, stats: { records: 20, pages: 1 }, error: null };
const midnight = Date.parse("2026-05-02T00:00:00Z");

test("a run counts for the day it ended on, and counts taken or put back are not doubled", () => {
  const counters = new DayCounters();
  const add = (at: number) => counters.add(report as unknown as RunReport, at);
  const calls = () => counters.take().map(({ day, counts }) => [day, counts.calls, counts.under_500]);
  add(midnight - 2);
  add(midnight - 1);
  add(midnight);
  const taken = counters.take();
  add(midnight + 1);
  counters.putBack(taken);
  add(midnight + 2);
  expect(calls().sort()).toEqual([
    ["2026-05-01", 2, 2],
    ["2026-05-02", 3, 3],
  ]);
  add(midnight + 3);
  expect(calls()).toEqual([["2026-05-02", 1, 1]]);
});
