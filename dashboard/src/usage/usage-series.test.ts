import { expect, test } from "vitest";
import type { UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import { plural } from "../ui/format.ts";
import { usageSeries } from "./usage-series.ts";

const usageOf = (calls: Record<string, number>): UsageAnswer =>
  ({
    columns: ["2026-01-01"],
    keys: [],
    latency: { by_time: [], by_operation: [], by_both: [] },
    cells: Object.entries(calls).map(([operation, count]) => ({
      day: "2026-01-01",
      endpoint: `/api/${operation}`,
      calls: count,
      points: count,
      errors: 0,
    })),
  }) as unknown as UsageAnswer;

test("an operation keeps its colour whatever its rank", () => {
  const colors = (calls: Record<string, number>) =>
    Object.fromEntries(usageSeries(usageOf(calls), "calls", "operation").map(({ name, color }) => [name, color]));
  const few = colors({ "a/x": 1, "b/y": 9, "c/z": 5 });
  expect(colors({ "a/x": 9, "b/y": 1, "c/z": 3 })).toEqual(few);
  expect(new Set(Object.values(few)).size).toBe(3);
});

test("a period without calls has no latency, which differs from a latency of zero", () => {
  const [p50] = usageSeries(usageOf({}), "latency", "all");
  expect(p50!.values).toEqual([Number.NaN]);
});

test("latency by operation has one line each, at the 95th percentile", () => {
  const row = { day: "2026-01-01", endpoint: "/api/a/x", calls: 3, p50_ms: 1, p95_ms: 7, p99_ms: 9 };
  const usage = { ...usageOf({}), columns: ["2026-01-01", "2026-01-02"] };
  usage.latency = { by_time: [], by_operation: [row], by_both: [row] };
  const lines = usageSeries(usage, "latency", "operation");
  expect(lines.map(({ name, values }) => [name, values])).toEqual([["a/x", [7, Number.NaN]]]);
});

test('one is "1 point", any other number is "points"', () => {
  expect([plural(1, "point"), plural(0, "point"), plural(1234, "point")]).toEqual([
    "1 point",
    "0 points",
    "1,234 points",
  ]);
});
