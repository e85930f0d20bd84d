import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { CallLimiter } from "./call-limiter.ts";

const STEP_MS = 50;
/** Neither long nor short: the limit stays where it is. */
const TURN_MS = 7;

interface Call {
  account: string;
  arrivedMs: number;
  startedMs: number | null;
  refusedMs: number | null;
}

/** A process with capacity for 40 calls of 200 ms each: one account has 30 slots and completes 150 a second. */
function simulated() {
  const clock = new SimulatedClock(0);
  const limiter = new CallLimiter(clock, { maxInFlight: 40, maxQueued: limits.queuedCalls.max });
  const calls: Call[] = [];
  const { signal } = new AbortController();

  async function call(account: string, seconds = 300): Promise<void> {
    const record: Call = { account, arrivedMs: clock.now(), startedMs: null, refusedMs: null };
    calls.push(record);
    if (limiter.refusalFor(account)) {
      record.refusedMs = clock.now();
      return;
    }
    const [arrivedAt, deadline] = [clock.now(), clock.now() + seconds * 1_000];
    try {
      const leave = await limiter.enter({ account, source: `source of ${account}`, arrivedAt, deadline, signal });
      record.startedMs = clock.now();
      await new Promise<void>((resolve) => void clock.after(200, resolve));
      leave();
    } catch {
      record.refusedMs = clock.now();
    }
  }

  /** Lets time pass while this many calls of an account arrive each second. */
  async function pass(seconds: number, perSecond: Record<string, number> = {}): Promise<void> {
    for (let step = 0; step < (seconds * 1_000) / STEP_MS; step++) {
      for (const [account, rate] of Object.entries(perSecond)) {
        const due = (at: number) => Math.floor((at * STEP_MS * rate) / 1_000);
        for (let nth = due(step); nth < due(step + 1); nth++) void call(account);
      }
      for (let turn = 0; turn < 25; turn++) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(STEP_MS);
      limiter.observe(TURN_MS);
    }
  }

  const burst = (account: string, count: number) => {
    for (let nth = 0; nth < count; nth++) void call(account);
  };
  const waits = (some: Call[]) => some.map(({ arrivedMs, startedMs }) => startedMs! - arrivedMs).sort((a, b) => a - b);
  return { clock, limiter, calls, call, burst, pass, waits };
}

const refused = (calls: Call[]) => calls.filter(({ refusedMs }) => refusedMs !== null);
const started = (calls: Call[]) => calls.filter(({ startedMs }) => startedMs !== null);

test("a burst of a thousand calls, seven seconds of work, is served completely", async () => {
  const { calls, burst, pass } = simulated();
  burst("one", 1_000);
  await pass(8);
  expect([started(calls).length, refused(calls).length]).toEqual([1_000, 0]);
});

test("a burst is served in order of arrival", async () => {
  const { calls, burst, pass } = simulated();
  burst("one", 600);
  await pass(5);
  const order = calls.map(({ startedMs }) => startedMs!);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("a burst that takes seconds to arrive is served completely, even if it takes longer to drain", async () => {
  const { calls, pass } = simulated();
  await pass(5, { one: 300 });
  await pass(8);
  expect([started(calls).length, refused(calls).length]).toEqual([1_500, 0]);
});

test("callers who each wait for their response are not rejected while the queue is shorter than a second", async () => {
  const { calls, call, pass } = simulated();
  let isOver = false;
  const caller = async () => {
    while (!isOver) await call("one");
  };
  for (let nth = 0; nth < 150; nth++) void caller();
  await pass(30);
  isOver = true;
  expect(started(calls).length).toBeGreaterThan(30 * 140);
  expect(refused(calls)).toEqual([]);
});

test("under ten times the load, throughput stays at capacity, newest first, and the rest is rejected immediately", async () => {
  const { calls, pass, waits } = simulated();
  await pass(60, { one: 1_500 });
  expect(started(calls).length).toBeGreaterThan(60 * 150 * 0.97);
  // From the seventh second on the queue is standing.
  const later = calls.filter(({ arrivedMs }) => arrivedMs > 7_000 && arrivedMs < 58_000);
  const served = waits(started(later));
  expect(served.length).toBeGreaterThan(51 * 150 * 0.9);
  expect([served.at(served.length / 2)! <= 200, served.at(-1)! <= 1_000]).toEqual([true, true]);
  const rejectedAfter = refused(later).map(({ arrivedMs, refusedMs }) => refusedMs! - arrivedMs);
  expect(rejectedAfter.filter((ms) => ms === 0).length).toBeGreaterThan(rejectedAfter.length * 0.8);
  expect(Math.max(...rejectedAfter)).toBeLessThanOrEqual(1_050);
});

test("when the flood ends a new call is next, waiting calls are served, and the next burst is served completely", async () => {
  const { limiter, calls, burst, pass, waits } = simulated();
  await pass(12, { one: 1_500 });
  const waiting = limiter.state.queued;
  expect(waiting).toBeGreaterThan(500);
  const flood = calls.length;
  burst("one", 8);
  await pass(1);
  expect(waits(calls.slice(flood)).at(-1)).toBeLessThanOrEqual(200);
  await pass(14);
  expect([limiter.state.queued, limiter.refusalFor("one")]).toEqual([0, null]);
  const before = calls.length;
  burst("one", 1_000);
  await pass(8);
  expect(refused(calls.slice(before))).toEqual([]);
});

test("beside a flooding account, calls of another start immediately and its burst is served completely", async () => {
  const { calls, burst, pass, waits } = simulated();
  await pass(10, { hostile: 1_500 });
  await pass(20, { hostile: 1_500, other: 20 });
  burst("other", 300);
  await pass(10, { hostile: 1_500 });
  const other = calls.filter(({ account }) => account === "other");
  expect(refused(other)).toEqual([]);
  expect(waits(other.slice(0, 400)).at(-1)).toBe(0);
  const hostile = calls.filter(({ account, startedMs }) => account === "hostile" && startedMs !== null);
  expect(hostile.length).toBeGreaterThan(40 * 100);
});

test("two flooding accounts share the capacity", async () => {
  const { calls, pass } = simulated();
  await pass(30, { one: 1_500, other: 300 });
  const of = (name: string) => started(calls).filter(({ account }) => account === name).length;
  expect(of("one") / of("other")).toBeGreaterThan(0.9);
  expect(of("one") / of("other")).toBeLessThan(1.1);
});
