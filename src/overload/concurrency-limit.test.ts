import { afterEach, expect, test, vi } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { watchEventLoop } from "./watch-event-loop.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const limited = (most = 100) => {
  const clock = new SimulatedClock();
  return { clock, limit: new ConcurrencyLimit(clock, most) };
};

test.each([
  [10, 10],
  [64, 64],
  [65, 64],
])("of at most %i begins at %i", (most, first) => {
  expect(limited(most).limit.value).toBe(first);
});

test.each([
  ["is late", 10, 10.1, 8],
  ["is late and hardly anything runs", 4, 11, 4],
  ["is late and nothing runs", 0, 11, 4],
  ["is as late as it may be", 10, 10, 64],
  ["is neither late nor punctual", 63, 5, 64],
  ["is punctual and all places but one are taken", 63, 4.9, 68],
  ["is punctual and two places are free", 62, 0, 64],
])("after the event loop %s, with %i running and %f ms: %i", (_, inFlight, lateMs, value) => {
  const { limit } = limited();
  limit.observe(lateMs, inFlight);
  expect(Math.floor(limit.value)).toBe(value);
});

test("stays within what the settings allow", () => {
  const { limit } = limited(66);
  limit.observe(0, 64);
  expect(limit.value).toBe(66);
  const small = limited(2).limit;
  small.observe(50, 2);
  expect(small.value).toBe(2);
});

test.each([
  [[99], 68],
  [[100], 64],
  [[200], 64],
  [[201], 53],
  // The shortest says what every admission waits for.
  [[500, 10], 68],
  [[10, 500], 68],
  [[500, 201], 53],
])("goes by the quickest admission: after %j ms it is %i", (waits, value) => {
  const { clock, limit } = limited();
  for (const ms of waits) {
    const answered = limit.asking();
    clock.advance(ms);
    answered();
  }
  limit.observe(0, 63);
  expect(Math.floor(limit.value)).toBe(value);
});

test("goes by the oldest question while none is answered; an answer counts once, for one look", () => {
  const { clock, limit } = limited();
  const first = limit.asking();
  clock.advance(101);
  limit.asking();
  clock.advance(100);
  const look = () => {
    limit.observe(0, 63);
    return Math.floor(limit.value);
  };
  expect(look()).toBe(53);
  first();
  expect(look()).toBe(45);
  // The other has been asked for a hundred milliseconds only: neither late nor quick.
  first();
  expect(look()).toBe(45);
});

test("the event loop is watched every 50 ms, and is never early", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const now = vi.spyOn(performance, "now").mockReturnValueOnce(1_000);
  const seen: number[] = [];
  const stop = watchEventLoop((lateMs) => seen.push(lateMs));
  const tick = (at: number) => {
    now.mockReturnValueOnce(at);
    vi.advanceTimersByTime(50);
  };
  vi.advanceTimersByTime(49);
  expect(seen).toEqual([]);
  now.mockReturnValueOnce(1_050);
  vi.advanceTimersByTime(1);
  tick(1_090);
  tick(1_190);
  expect(seen).toEqual([0, 0, 50]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
