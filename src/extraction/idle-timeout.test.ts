import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { openIdleTimeout } from "./idle-timeout.ts";

function opened() {
  const clock = new SimulatedClock();
  const parent = new AbortController();
  return { clock, parent, idle: openIdleTimeout(parent.signal, clock) };
}

test("the first byte may take 30 s", () => {
  const { clock, idle } = opened();
  clock.advance(29_999);
  expect(idle.signal.aborted).toBe(false);
  clock.advance(1);
  expect(idle.signal.reason).toMatchObject({
    code: "not_responding",
    message: expect.stringContaining("after 30 s"),
  });
});

test("each byte allows 15 s more", () => {
  const { clock, idle } = opened();
  clock.advance(20_000);
  idle.touch();
  clock.advance(14_999);
  expect(idle.signal.aborted).toBe(false);
  clock.advance(1);
  expect(idle.signal.reason).toMatchObject({ message: expect.stringContaining("after 35 s") });
});

test("a check that comes a millisecond early waits that millisecond", () => {
  const { clock, idle } = opened();
  clock.advance(15_001);
  idle.touch();
  clock.advance(14_999);
  expect(idle.signal.aborted).toBe(false);
  clock.advance(1);
  expect(idle.signal.aborted).toBe(true);
});

test("a byte at time zero does not count yet", () => {
  const { clock, idle } = opened();
  idle.touch();
  clock.advance(29_999);
  expect(idle.signal.aborted).toBe(false);
});

test("the whole may take a minute, however steadily bytes arrive", () => {
  const { clock, idle } = opened();
  for (let second = 0; second < 59; second++) {
    clock.advance(1_000);
    idle.touch();
  }
  clock.advance(999);
  expect(idle.signal.aborted).toBe(false);
  clock.advance(1);
  expect(idle.signal.reason).toMatchObject({ message: expect.stringContaining("after 60 s") });
});

test("it ends with its parent, or for its own reason", () => {
  const first = opened();
  first.parent.abort("disconnect");
  expect(first.idle.signal.reason).toBe("disconnect");
  const second = opened();
  const lost = new Error("lease");
  second.idle.fail(lost);
  expect([second.idle.signal.reason, second.parent.signal.aborted]).toEqual([lost, false]);
});

test("after release it waits for nothing and follows nobody", () => {
  const { clock, parent, idle } = opened();
  idle.release();
  clock.advance(120_000);
  parent.abort("late");
  expect(idle.signal.aborted).toBe(false);
});
