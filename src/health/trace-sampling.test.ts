import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { traceSampling } from "./open-tracing.ts";

function sampling(share: number) {
  const clock = new SimulatedClock();
  const isTraced = traceSampling({ share, perSecond: 20, now: () => clock.now() });
  return { clock, tracedOf: (requests: number) => Array.from({ length: requests }, isTraced).filter(Boolean).length };
}

test("a second's worth of traces is available immediately, then as many as the rate allows", () => {
  const { clock, tracedOf } = sampling(1);
  expect(tracedOf(100)).toBe(20);
  expect(tracedOf(100)).toBe(0);
  clock.advance(250);
  expect(tracedOf(100)).toBe(5);
  clock.advance(60_000);
  expect(tracedOf(100)).toBe(20);
});

test("a share of 0 traces nothing, and unsampled requests do not use up the rate", () => {
  expect(sampling(0).tracedOf(100)).toBe(0);
  const half = sampling(0.5);
  let traced = 0;
  for (let second = 0; second < 200; second++) {
    traced += half.tracedOf(10);
    half.clock.advance(1_000);
  }
  expect(traced).toBeGreaterThan(800);
  expect(traced).toBeLessThan(1_200);
});
