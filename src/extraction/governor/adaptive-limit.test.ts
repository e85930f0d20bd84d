import { expect, test } from "vitest";
import { type Allowance, initialLimit, permitsOf, perSecondOf, recordOutcome } from "./adaptive-limit.ts";

const allowed: Allowance = { concurrency: 4, perSecond: 10 };
const START = 1_000_000;
const answered = (tookMs: number) => ({ kind: "answered", tookMs }) as const;
const throttled = { kind: "throttled", retryAfterMs: null } as const;

test("429 halves permits and pace, once for all that were in flight; answers raise them slowly to the manifest's", () => {
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

test("a site that slows down is asked less", () => {
  const limit = initialLimit(allowed);
  for (let page = 0; page < 20; page++) recordOutcome(limit, answered(300), allowed, START);
  recordOutcome(limit, answered(5_000), allowed, START);
  expect(limit.concurrency).toBe(3);
});

test("Retry-After is kept until it is over", () => {
  const limit = initialLimit(allowed);
  recordOutcome(limit, { kind: "throttled", retryAfterMs: 7_000 }, allowed, START);
  expect(limit.pausedUntil).toBe(START + 7_000);
});

test("however often it is lowered, one permit and some pace are left", () => {
  const limit = initialLimit(allowed);
  for (let time = 0; time < 100; time++) recordOutcome(limit, throttled, allowed, START + time * 2_000);
  expect(permitsOf(limit, allowed)).toBe(1);
  expect(perSecondOf(limit, allowed)).toBeGreaterThan(0);
});
