import { afterEach, expect, test, vi } from "vitest";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { watchEventLoop } from "./watch-event-loop.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  [10, 10],
  [64, 64],
  [65, 64],
])("of at most %i begins at %i", (max, first) => {
  expect(new ConcurrencyLimit(max).value).toBe(first);
});

test.each([
  ["are long", 40, 10.1, 34],
  ["are long and hardly anything runs", 16, 11, 16],
  ["are long and nothing runs", 0, 11, 16],
  ["are as long as they may be", 40, 10, 64],
  ["are neither long nor short", 63, 6, 64],
  ["are short and all places but one are taken", 63, 5.9, 68],
  ["are short and two places are free", 62, 0, 64],
])("after turns of the event loop that %s, with %i running and %f ms: %i", (_, inFlight, turnMs, value) => {
  const limit = new ConcurrencyLimit(100);
  limit.observe(turnMs, inFlight);
  expect(Math.floor(limit.value)).toBe(value);
});

test("stays within the configured bounds", () => {
  const limit = new ConcurrencyLimit(66);
  limit.observe(0, 64);
  expect(limit.value).toBe(66);
  const small = new ConcurrencyLimit(2);
  small.observe(50, 2);
  expect(small.value).toBe(2);
});

test.each([
  [[99], 68],
  [[100], 64],
  [[200], 64],
  [[201], 53],
  // The shortest shows what every admission waits for.
  [[500, 10], 68],
  [[10, 500], 68],
  [[500, 201], 53],
])("follows the fastest admission: after %j ms it is %i", (waits, value) => {
  const limit = new ConcurrencyLimit(100);
  for (const ms of waits) limit.admitted(ms);
  limit.observe(0, 63);
  expect(Math.floor(limit.value)).toBe(value);
});

test("a sample without an admission uses the previous one; the next admission counts again", () => {
  const limit = new ConcurrencyLimit(100);
  const look = () => {
    limit.observe(0, 63);
    return Math.floor(limit.value);
  };
  limit.admitted(201);
  expect([look(), look()]).toEqual([53, 45]);
  limit.admitted(10);
  expect([look(), look()]).toEqual([48, 52]);
});

test("the event loop is sampled every 50 ms: processor time per turn; a pause of the process does not count", async () => {
  await fakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let [turns, workMs] = [7, 100];
  vi.spyOn(performance.nodeTiming, "uvMetricsInfo", "get").mockImplementation(() => ({
    loopCount: turns,
    events: 0,
    eventsWaiting: 0,
  }));
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: workMs * 900, system: workMs * 100 }));
  const seen: number[] = [];
  const stop = watchEventLoop((turnMs) => seen.push(turnMs));
  const pass = (moreTurns: number, moreWorkMs: number) => {
    turns += moreTurns;
    workMs += moreWorkMs;
    vi.advanceTimersByTime(50);
  };
  vi.advanceTimersByTime(49);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  pass(10, 45);
  pass(1, 0);
  pass(0, 30);
  expect(seen).toEqual([0, 4.5, 0, 30]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
