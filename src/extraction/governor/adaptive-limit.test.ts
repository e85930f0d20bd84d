import { expect, test } from "vitest";
import { type Allowance, acquirePermit, initialLimit, releasePermit } from "./adaptive-limit.ts";

const allowed: Allowance = { concurrency: 4, perSecond: 10 };
const START = 1_000_000;

function fill(permits: number, limit = initialLimit(allowed, START), now = START) {
  for (let permit = 0; permit < permits; permit++) expect(acquirePermit(limit, `p${permit}`, allowed, now)).toBe(0);
  return limit;
}

test("no more permits are given than the manifest has", () => {
  const limit = fill(4);
  expect(acquirePermit(limit, "fifth", allowed, START + 10_000)).toBe(Number.POSITIVE_INFINITY);
});

test("starts keep to the rate, after a burst of as many as there are permits", () => {
  const limit = fill(4);
  for (const permit of ["p0", "p1", "p2", "p3"]) {
    releasePermit(limit, permit, allowed, { kind: "answered", tookMs: 1 }, START);
  }
  expect(acquirePermit(limit, "next", allowed, START)).toBe(100);
  expect(acquirePermit(limit, "next", allowed, START + 100)).toBe(0);
});

test("a stand-in has permits but no rate", () => {
  const standIn = { concurrency: 1, perSecond: null };
  const limit = initialLimit(standIn, START);
  for (let page = 0; page < 100; page++) {
    expect(acquirePermit(limit, "p", standIn, START)).toBe(0);
    releasePermit(limit, "p", standIn, { kind: "answered", tookMs: 1 }, START);
  }
});

test("429 halves permits and pace, once for all that were in flight; answers raise them slowly to the manifest's", () => {
  const limit = fill(4);
  for (const permit of ["p0", "p1", "p2"]) {
    releasePermit(limit, permit, allowed, { kind: "throttled", retryAfterMs: null }, START);
  }
  expect(limit).toMatchObject({ concurrency: 2, pace: 0.5 });
  let answers = 0;
  while (limit.concurrency < 4) {
    releasePermit(limit, "p3", allowed, { kind: "answered", tookMs: 1 }, START);
    answers++;
  }
  expect(answers).toBeGreaterThan(10);
  for (let more = 0; more < 100; more++) {
    releasePermit(limit, "p3", allowed, { kind: "answered", tookMs: 1 }, START);
  }
  expect(limit).toMatchObject({ concurrency: 4, pace: 1 });
});

test("a site that slows down is asked less", () => {
  const limit = fill(1);
  for (let page = 0; page < 20; page++) {
    releasePermit(limit, "p", allowed, { kind: "answered", tookMs: 300 }, START);
  }
  releasePermit(limit, "p", allowed, { kind: "answered", tookMs: 5_000 }, START);
  expect(limit.concurrency).toBe(3);
});

test("Retry-After holds everyone back until it is over", () => {
  const limit = fill(1);
  releasePermit(limit, "p0", allowed, { kind: "throttled", retryAfterMs: 7_000 }, START);
  expect(acquirePermit(limit, "p1", allowed, START + 1_000)).toBe(6_000);
  expect(acquirePermit(limit, "p1", allowed, START + 7_000)).toBe(0);
});

test("permits of a process that is gone come back", () => {
  const limit = fill(4);
  expect(acquirePermit(limit, "later", allowed, START + 121_000)).toBe(0);
});

test("however often it is lowered, one permit and some pace are left", () => {
  const limit = fill(1);
  for (let time = 0; time < 100; time++) {
    releasePermit(limit, "p0", allowed, { kind: "throttled", retryAfterMs: null }, START + time * 2_000);
  }
  expect(limit.concurrency).toBe(1);
  expect(limit.pace).toBeGreaterThan(0);
});
