import { expect, test } from "vitest";
import { StandingQueue } from "./standing-queue.ts";

/** Looked at every 50 ms until `untilMs`, while the oldest call has waited as long as `ageAt` says. */
function watched(queue: StandingQueue, fromMs: number, untilMs: number, ageAt: (now: number) => number | null) {
  for (let now = fromMs; now <= untilMs; now += 50) {
    const age = ageAt(now);
    queue.observe(now, age === null ? null : now - age);
  }
}

test("a queue stands once calls have waited more than a second for five seconds on end", () => {
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
])("a moment in which %s begins the five seconds anew", (_, age) => {
  const queue = new StandingQueue(0);
  watched(queue, 0, 5_000, () => 2_000);
  watched(queue, 5_050, 5_050, () => age);
  watched(queue, 5_100, 10_050, () => 2_000);
  expect(queue.isStanding).toBe(false);
  watched(queue, 10_100, 10_100, () => 2_000);
  expect(queue.isStanding).toBe(true);
});

test("it stands until waits are short and for five seconds no call found it full", () => {
  const queue = new StandingQueue(0);
  watched(queue, 0, 6_050, () => 2_000);
  queue.refused(6_050);
  watched(queue, 6_100, 11_050, () => 10);
  expect(queue.isStanding).toBe(true);
  watched(queue, 11_100, 11_100, () => 10);
  expect([queue.isStanding, queue.wasStanding(11_100)]).toEqual([false, false]);
});
