import { expect, test } from "vitest";
import { simulateSite } from "./site-simulation.ts";

const seed = String(Date.now());

test.each([
  { perSecond: 1, concurrency: 2, processes: 5, arrivals: "bursts" },
  { perSecond: 0.6, concurrency: 1, processes: 3, arrivals: "evenly" },
  { perSecond: 4, concurrency: 4, processes: 20, arrivals: "evenly" },
  { perSecond: 4, concurrency: 4, processes: 5, arrivals: "one process" },
] as const)(
  `$perSecond/s, $concurrency concurrent, $processes processes, $arrivals: the limit is used, fairly and never exceeded (seed ${seed})`,
  async (plan) => {
    const got = await simulateSite({ ...plan, seconds: 60, seed });
    expect(got.used).toBeGreaterThan(0.95);
    expect(got.used).toBeLessThanOrEqual(1);
    expect(got.worstWindow).toBeLessThanOrEqual(1);
    expect(got.maxInFlight).toBeLessThanOrEqual(plan.concurrency);
    expect(got.leastServed).toBeGreaterThanOrEqual(0.5);
    expect(got.longestWait).toBeLessThanOrEqual(3);
  },
);

test.each(["kill two", "pause one", "store away"] as const)(
  `five processes, %s: the rate is never exceeded, and recovers within ten seconds (seed ${seed})`,
  async (fault) => {
    const plan = { perSecond: 1, concurrency: 2, processes: 5, arrivals: "evenly", seconds: 60, fault, seed } as const;
    const got = await simulateSite(plan);
    expect(got.worstWindow).toBeLessThanOrEqual(1);
    expect(got.maxInFlight).toBeLessThanOrEqual(2);
    expect(got.usedAtEnd).toBeGreaterThan(0.95);
  },
);
