import { expect, test } from "vitest";
import { type Allowance, aimdRules, initialLimit, paceAt, permitCount, recordOutcome } from "./adaptive-limit.ts";

const allowed: Allowance = { concurrency: 4, perSecond: 10 };
const START = 1_000_000;
const answered = (tookMs: number) => ({ kind: "answered", tookMs }) as const;
const throttled = { kind: "throttled", retryAfterMs: null } as const;

test("429 halves permits and rate, once for all requests in flight; responses raise them slowly up to the manifest's", () => {
  const limit = initialLimit(allowed);
  for (let answer = 0; answer < 3; answer++) recordOutcome(limit, throttled, allowed, START);
  expect(limit).toMatchObject({ concurrency: 2, pace: 0.5 });
  let answers = 0;
  while (limit.concurrency < 4) {
    recordOutcome(limit, answered(1), allowed, START);
    answers++;
  }
  expect(answers).toBeGreaterThan(10);
  for (let more = 0; more < 100; more++) recordOutcome(limit, answered(1), allowed, START);
  expect(limit).toMatchObject({ concurrency: 4, pace: 1 });
});

test("a site that slows down gets fewer requests", () => {
  const limit = initialLimit(allowed);
  for (let page = 0; page < 20; page++) recordOutcome(limit, answered(300), allowed, START);
  recordOutcome(limit, answered(5_000), allowed, START);
  expect(limit.concurrency).toBe(3);
});

test("Retry-After is observed until it has passed", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 7_000 }, allowed, START);
  expect(limit.pausedUntil).toBe(START + 7_000);
});

test("after a pause of a minute or more one request at a time probes; responses to earlier requests do not change that", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 59_999 }, allowed, START);
  expect(permitCount(limit, allowed)).toBe(2);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 60_000 }, allowed, START);
  for (let late = 0; late < 20; late++) recordOutcome(limit, answered(1), allowed, START + 59_999);
  expect(permitCount(limit, allowed)).toBe(1);
  for (let probe = 0; probe < 4; probe++) recordOutcome(limit, answered(1), allowed, START + 60_000);
  expect(permitCount(limit, allowed)).toBe(1);
  for (let probe = 0; probe < 20; probe++) recordOutcome(limit, answered(1), allowed, START + 61_000);
  expect(permitCount(limit, allowed)).toBeGreaterThan(1);
});

test("however often it is lowered, one permit and some rate remain", () => {
  const limit = initialLimit(allowed);
  for (let time = 0; time < 100; time++) recordOutcome(limit, throttled, allowed, START + time * 2_000);
  expect(permitCount(limit, allowed)).toBe(1);
  expect(limit.pace).toBe(0.05);
});

test("starts with everything that the manifest allows and no measurements", () => {
  expect(initialLimit(allowed)).toEqual({ concurrency: 4, pace: 1, pausedUntil: 0, backedOffAt: 0, typicalMs: null });
});

test("whole permits, at least one, never more than the current manifest's", () => {
  const limit = { ...initialLimit(allowed), concurrency: 3.9, pace: 0.5 };
  expect(permitCount(limit, allowed)).toBe(3);
  expect(permitCount(limit, { ...allowed, concurrency: 2 })).toBe(2);
  expect(permitCount({ ...limit, concurrency: 0.2 }, allowed)).toBe(1);
});

test("complaints count once a second; each later one halves again, down to one permit and a twentieth of the rate", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, throttled, allowed, START);
  recordOutcome(limit, throttled, allowed, START + 999);
  expect(limit).toMatchObject({ concurrency: 2, pace: 0.5, backedOffAt: START });
  recordOutcome(limit, throttled, allowed, START + 1_000);
  // Half of what it had grown to in that second.
  expect(limit).toMatchObject({ concurrency: 1, pace: 0.2575, backedOffAt: START + 1_000 });
  for (let time = 2; time < 9; time++) recordOutcome(limit, throttled, allowed, START + time * 1_000);
  expect(limit).toMatchObject({ concurrency: 1, pace: 0.05 });
});

test("a shorter pause does not cut a longer one, and a complaint without a time is no pause", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, throttled, allowed, START);
  expect(limit.pausedUntil).toBe(0);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 7_000 }, allowed, START);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 2_000 }, allowed, START + 1_000);
  expect(limit.pausedUntil).toBe(START + 7_000);
});

test("each response adds a quarter of a permit's share and a hundredth of the rate, up to the manifest's", () => {
  const limit = { ...initialLimit(allowed), concurrency: 2, pace: 0.5 };
  recordOutcome(limit, answered(1), allowed, START);
  expect(limit).toMatchObject({ concurrency: 2.125, pace: 0.51 });
  const nearly = { ...initialLimit(allowed), concurrency: 3.99, pace: 0.995 };
  recordOutcome(nearly, answered(1), allowed, START);
  expect(nearly).toMatchObject({ concurrency: 4, pace: 1 });
});

test("the usual duration starts with the first response, then moves by a twentieth", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, answered(100), allowed, START);
  expect(limit.typicalMs).toBe(100);
  recordOutcome(limit, answered(300), allowed, START);
  expect(limit.typicalMs).toBe(110);
});

test.each([
  ["four times the usual and more than a second", 300, 1_201, true],
  ["four times the usual", 300, 1_200, false],
  ["more than a second, where that is usual", 1_000, 1_001, false],
  ["a second, however quick it is otherwise", 100, 1_000, false],
  ["a little above a second, where it is quick otherwise", 100, 1_001, true],
])("%s: the site slows down", (_what, usual, tookMs, slows) => {
  const limit = { ...initialLimit(allowed), typicalMs: usual };
  recordOutcome(limit, answered(tookMs), allowed, START);
  expect([limit.concurrency, limit.pace]).toEqual(slows ? [3, 0.75] : [4, 1]);
});

test("the first response is never slow; a failure says nothing", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, { kind: "failed" }, allowed, START);
  expect(limit).toEqual(initialLimit(allowed));
  recordOutcome(limit, answered(60_000), allowed, START);
  expect(limit).toMatchObject({ concurrency: 4, typicalMs: 60_000 });
});

test("a site that failed a hundred times and then recovers is back at half of its rate in 30 s and at all of it in two minutes", () => {
  const limit = initialLimit(allowed);
  for (let time = 0; time < 100; time++) recordOutcome(limit, throttled, allowed, START + time * 2_000);
  const last = limit.backedOffAt;
  expect(paceAt(limit, last)).toBe(aimdRules.slowestPace);
  expect(paceAt(limit, last + 29_000)).toBeLessThan(0.5);
  expect(paceAt(limit, last + 30_000)).toBeCloseTo(0.5);
  expect(paceAt(limit, last + 110_000)).toBeLessThan(1);
  expect(paceAt(limit, last + 120_000)).toBe(1);
});

test("the rate grows from the end of a pause on; a clock that is set back gives nothing", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 40_000 }, allowed, START);
  expect([paceAt(limit, START + 40_000), paceAt(limit, START - 3_600_000)]).toEqual([0.5, 0.5]);
  expect(paceAt(limit, START + 70_000)).toBeCloseTo(0.95);
});
