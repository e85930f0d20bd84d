import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { createHealthRecord } from "./health.ts";

const NOW = Date.parse("2027-03-01T12:00:00Z");
const recordOf = (good: number, bad: number) => {
  const record = createHealthRecord(new SimulatedClock(NOW));
  for (let n = 0; n < bad; n++) record.failed(new WinnowError("not_responding"));
  for (let n = 0; n < good; n++) record.succeeded();
  return record;
};

test.each([
  [0, 0, "ok"],
  [10, 1, "ok"],
  [9, 1, "degraded"],
  [6, 5, "degraded"],
  [5, 5, "down"],
])("%i good runs and %i bad ones: %s", (good, bad, state) => {
  expect(recordOf(good, bad).report("toys", false)).toMatchObject({ source: "toys", state, ok: good, failed: bad });
});

test("an open breaker is down, whatever the runs say", () => {
  expect(recordOf(10, 0).report("toys", true)).toMatchObject({ state: "down", breakerOpen: true });
});

test("a caller's mistake is not a failure of the site; the last real failure has its time", () => {
  const record = recordOf(0, 0);
  record.failed(new WinnowError("no_such_thing"));
  expect(record.report("toys", false)).toMatchObject({ state: "ok", ok: 1, lastError: null, lastErrorAt: null });
  record.failed(new WinnowError("blocked", undefined, { internal: "a wall" }));
  expect(record.report("toys", false)).toMatchObject({ failed: 1, lastError: "a wall", lastErrorAt: NOW });
});

test("the last fifty runs count", () => {
  const record = recordOf(49, 30);
  expect(record.report("toys", false)).toMatchObject({ ok: 49, failed: 1 });
  record.succeeded();
  expect(record.report("toys", false)).toMatchObject({ state: "ok", ok: 50, failed: 0 });
});

test.each(["deadline", "blocked", "not_responding", "unreadable", "internal", "source_unavailable"] as const)(
  "%s concerns the site or us",
  (code) => {
    const record = recordOf(0, 0);
    record.failed(new WinnowError(code));
    expect(record.report("toys", false)).toMatchObject({ ok: 0, failed: 1, lastErrorAt: NOW });
  },
);
