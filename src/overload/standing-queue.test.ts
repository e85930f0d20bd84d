import { expect, test } from "vitest";
import { StandingQueue } from "./standing-queue.ts";

/** Observes every 50 ms until `untilMs`, with the oldest call's wait given by `ageAt`. */
function watched(queue: StandingQueue, fromMs: number, untilMs: number, ageAt: (now: number) => number | null) {
  for (let now = fromMs; now <= untilMs; now += 50) {
    const age = ageAt(now);
    queue.observe(now, age === null ? null : now - age);
  }
}

test("a queue is standing once calls have waited more than a second for five seconds in a row", () => {
  const queue = new StandingQueue(0);
  watched(queue, 0, 6_000, (now) => now);
  expect(queue.isStanding).toBe(false);
  watched(queue, 6_050, 6_050, (now) => now);
  expect(queue.isStanding).toBe(true);
  expect([queue.wasStanding(6_049), queue.wasStanding(6_050)]).toEqual([false, true]);
});

test.each([
  ["nobody waits", null],
  ["nobody waits for more than a second", 1_000],
])("a moment in which %s restarts the five seconds", (_, age) => {
  const queue = new StandingQueue(0);
  watched(queue, 0, 5_000, () => 2_000);
  watched(queue, 5_050, 5_050, () => age);
  watched(queue, 5_100, 10_050, () => 2_000);
  expect(queue.isStanding).toBe(false);
  watched(queue, 10_100, 10_100, () => 2_000);
  expect(queue.isStanding).toBe(true);
});

test("it is standing until waits are short and no call was rejected for five seconds", () => {
  const queue = new StandingQueue(0);
  watched(queue, 0, 6_050, () => 2_000);
  queue.refused(6_050);
  watched(queue, 6_100, 11_050, () => 10);
  expect(queue.isStanding).toBe(true);
  watched(queue, 11_100, 11_100, () => 10);
  expect([queue.isStanding, queue.wasStanding(11_100)]).toEqual([false, false]);
});
