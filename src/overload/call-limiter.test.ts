import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import { CallLimiter } from "./call-limiter.ts";

/** A limiter whose calls end when the test says so, in the order in which they began. */
function limiterWith(maxInFlight: number, maxQueued = 1_000) {
  const clock = new SimulatedClock();
  const limiter = new CallLimiter(clock, { maxInFlight, maxQueued });
  const leaves: Array<() => void> = [];
  const started: string[] = [];
  const refused: unknown[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const enter = (
    account: string,
    { seconds = 3_600, source = "nlretail", name = account, signal = new AbortController().signal } = {},
  ) => {
    const arrivedAt = clock.now();
    return limiter.enter({ account, source, arrivedAt, deadline: arrivedAt + seconds * 1_000, signal }).then(
      (leave) => {
        started.push(name);
        leaves.push(leave);
        return "in";
      },
      (error: unknown) => {
        refused.push(error);
        return error;
      },
    );
  };
  const enterMany = async (count: number, account = "one") => {
    for (let nth = 0; nth < count; nth++) void enter(account, { name: `${account} ${nth}` });
    await settle();
  };
  const end = async () => {
    leaves.shift()!();
    await settle();
  };
  /** Advances time, with an observation every 50 ms. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance(50);
      limiter.observe(7);
    }
    await settle();
  };
  return { clock, limiter, leaves, started, refused, enter, enterMany, settle, end, pass };
}

const overloaded = expect.objectContaining({ code: "overloaded", status: 503 });

test("limits.callsInFlight: a process runs no more calls, however fast it is", async () => {
  const clock = new SimulatedClock();
  const limiter = new CallLimiter(clock);
  const { signal } = new AbortController();
  const max = limits.callsInFlight.max;
  for (let nth = 0; nth < max + 100; nth++) {
    const call = { account: `a${nth}`, source: `s${nth % 100}`, arrivedAt: 0, deadline: 3_600_000, signal };
    void limiter.enter(call).catch(() => {});
    limiter.observe(1);
  }
  expect(limiter.state.limit).toBe(max);
  expect(limiter.state.inFlight).toBe(max);
});

test("limits.runningCalls: no account and no source ever has every slot", async () => {
  const { limiter, enter, enterMany } = limiterWith(8);
  const max = 8 * limits.runningCalls.max;
  await enterMany(50, "many");
  expect(limiter.state).toMatchObject({ inFlight: max, queued: 50 - max });
  expect(await enter("other", { source: "stays" })).toBe("in");
  const onOneSource = limiterWith(8);
  for (let nth = 0; nth < 50; nth++) void onOneSource.enter(`caller ${nth}`);
  await onOneSource.settle();
  expect(onOneSource.limiter.state.inFlight).toBe(max);
  expect(await onOneSource.enter("another", { source: "stays" })).toBe("in");
});

test("limits.unpacedCalls: while calls only wait for a site, no more of them run than end within a quarter of a call's time", async () => {
  const { limiter, enter, enterMany, end, pass, clock, started } = limiterWith(2_000);
  const quickTurns = async (looks: number) => {
    for (let look = 0; look < looks; look++) {
      clock.advance(50);
      limiter.observe(0);
    }
    await pass(50);
  };
  await enterMany(400);
  await quickTurns(100);
  // None has ended: nothing shows that more would.
  expect(limiter.state).toMatchObject({ inFlight: limits.unpacedCalls.max, queued: 336 });
  // Other accounts and other sources still find capacity.
  expect(await enter("another")).toBe("in");
  expect(await enter("a third", { source: "stays" })).toBe("in");
  for (let nth = 0; nth < 20; nth++) await end();
  await quickTurns(100);
  expect(limiter.state.inFlight).toBeGreaterThan(300);
  expect(started).toContain("one 399");
});

test("waiting accounts are served in turn", async () => {
  const { started, enter, enterMany, end } = limiterWith(4);
  await enterMany(300, "many");
  void enter("one");
  void enter("other");
  for (let nth = 0; nth < 4; nth++) await end();
  expect(started.slice(3)).toEqual(["many 3", "one", "other", "many 4"]);
});

test("limits.queuedCalls: a full queue rejects with retry-after; an account with few waiting displaces one with many", async () => {
  const { limiter, refused, enter, enterMany, settle } = limiterWith(2, 10);
  await enterMany(12, "many");
  expect([limiter.state.queued, refused.length]).toEqual([10, 1]);
  expect(refused[0]).toMatchObject({ code: "overloaded", status: 503, headers: { "retry-after": "1" } });
  expect([limiter.refusalFor("many"), limiter.refusalFor("one")]).toEqual([overloaded, null]);
  void enter("one");
  await settle();
  expect([limiter.state.queued, refused.length]).toEqual([10, 2]);
});

test("an arriving call that is still being read counts as waiting until it enters or has its response", async () => {
  const { limiter, enterMany } = limiterWith(1, 10);
  await enterMany(6);
  const arrived = Array.from({ length: 5 }, () => limiter.trackArrival("one"));
  expect(limiter.refusalFor("one")).toEqual(overloaded);
  arrived[0]!();
  arrived[0]!();
  expect(limiter.refusalFor("one")).toBeNull();
});

test("a call waits for at most half of its time: the rest is for its run", async () => {
  const { limiter, enter, enterMany, pass, refused } = limiterWith(1);
  await enterMany(1);
  void enter("late", { seconds: 20 });
  await pass(9_950);
  expect([limiter.state.queued, refused]).toEqual([1, []]);
  await pass(50);
  expect([limiter.state.queued, refused]).toEqual([0, [overloaded]]);
});

test("a call that would wait beyond half of its time, at the queue's pace, is rejected at once; a more patient one waits", async () => {
  const { limiter, enter, enterMany, end, pass, refused } = limiterWith(1);
  await enterMany(60);
  // Two calls end per second, measured while others wait.
  for (let second = 0; second < 3; second++) {
    await end();
    await end();
    await pass(1_000);
  }
  const { queued } = limiter.state;
  expect(limiter.refusalFor("one")).toBeNull();
  expect(await enter("one", { seconds: queued - 2 })).toEqual(overloaded);
  // The next ones are rejected before they are read.
  expect([limiter.refusalFor("one"), limiter.refusalFor("other")]).toEqual([overloaded, null]);
  void enter("one", { seconds: queued + 10 });
  await pass(50);
  expect([limiter.state.queued, refused.length]).toEqual([queued + 1, 1]);
  // Another account is served in turn: nobody's queue but its own keeps it waiting.
  void enter("other", { seconds: 10 });
  await pass(50);
  expect(limiter.state.queued).toBe(queued + 2);
});

test("the pace of a time without a queue says nothing about a burst after it", async () => {
  const { limiter, enter, end, pass, refused } = limiterWith(1);
  for (let second = 0; second < 5; second++) {
    await enter("one");
    await end();
    await pass(1_000);
  }
  for (let nth = 0; nth < 40; nth++) void enter("one", { seconds: 20 });
  await pass(50);
  expect([limiter.state.queued, refused]).toEqual([39, []]);
});

/** One call runs and 30 wait, long enough for the queue to be standing. */
async function standing() {
  const parts = limiterWith(1);
  await parts.enterMany(31);
  await parts.pass(6_500);
  return parts;
}

test("in a standing queue the newest call is next, and a call that finds no slot within a second is rejected", async () => {
  const { limiter, enter, end, pass, started, refused, settle } = await standing();
  void enter("one", { name: "new" });
  await settle();
  expect(limiter.state.queued).toBe(31);
  await end();
  expect(started.at(-1)).toBe("new");
  void enter("one", { name: "newer" });
  await pass(1_000);
  // Calls of the earlier burst keep waiting.
  expect([limiter.state.queued, refused]).toEqual([29 + 1, [overloaded]]);
});

test("in a standing queue an account may queue a quarter of a second's work, and at least as much as runs", async () => {
  const { limiter, refused, enterMany, end, pass } = await standing();
  expect(limiter.refusalFor("one")).toBeNull();
  const arrived = limiter.trackArrival("one");
  expect(limiter.refusalFor("one")).toEqual(overloaded);
  arrived();
  await enterMany(2);
  expect(refused).toHaveLength(1);
  // Twenty calls end within a second.
  for (let nth = 0; nth < 20; nth++) await end();
  await pass(1_000);
  const before = refused.length;
  await enterMany(7);
  expect(refused.length - before).toBe(2);
});

test("while one account's queue is standing another's call is not rejected, and waits as in a burst", async () => {
  const { limiter, enter, end, pass, started, refused } = await standing();
  expect(limiter.refusalFor("other")).toBeNull();
  void enter("other");
  await pass(3_000);
  await end();
  await end();
  expect([started.includes("other"), refused]).toEqual([true, []]);
});

test("a full queue that serves its newest first evicts its oldest", async () => {
  const { limiter, refused, started, enter, enterMany, pass, end, settle } = limiterWith(1, 5);
  await enterMany(6);
  await pass(6_500);
  void enter("other");
  await settle();
  expect([limiter.state.queued, refused.length]).toEqual([5, 1]);
  for (let nth = 0; nth < 5; nth++) await end();
  expect(started).not.toContain("one 1");
});

test("a rejected caller is told when the queue will have drained, thirty seconds at most", async () => {
  const { limiter, enterMany, end, pass } = limiterWith(1, 40);
  await enterMany(41);
  expect(limiter.refusalFor("one")!.headers).toEqual({ "retry-after": "1" });
  for (let nth = 0; nth < 10; nth++) await end();
  await pass(1_000);
  await enterMany(10);
  expect(limiter.refusalFor("one")!.headers).toEqual({ "retry-after": "4" });
  await end();
  await pass(1_000);
  await enterMany(1);
  expect(limiter.refusalFor("one")!.headers).toEqual({ "retry-after": "30" });
});

test("a disconnected client has no slot, and its signal is released once it does not matter", async () => {
  const { limiter, enter, enterMany, refused, settle, end } = limiterWith(1, 2);
  const [gone, waits, runs] = [new AbortController(), new AbortController(), new AbortController()];
  gone.abort(new Error("gone before"));
  expect(await enter("a", { signal: gone.signal })).toEqual(new Error("gone before"));
  expect(limiter.state.inFlight).toBe(0);
  expect(await enter("a", { signal: runs.signal })).toBe("in");
  void enter("a", { signal: waits.signal });
  await settle();
  expect(getEventListeners(waits.signal, "abort")).toHaveLength(1);
  await end();
  expect(limiter.state).toMatchObject({ inFlight: 1, queued: 0 });
  for (const { signal } of [waits, runs]) expect(getEventListeners(signal, "abort")).toEqual([]);
  const leaves = new AbortController();
  const left = enter("a", { signal: leaves.signal });
  leaves.abort(new Error("gone"));
  expect([await left, limiter.state.queued]).toEqual([new Error("gone"), 0]);
  // A call that is dropped for another account releases its signal too.
  await enterMany(1, "a");
  const last = new AbortController();
  void enter("a", { signal: last.signal });
  await settle();
  void enter("b");
  await settle();
  expect([refused.length, limiter.state.queued, getEventListeners(last.signal, "abort")]).toEqual([3, 2, []]);
});

test("however far the limit falls below what runs, four accounts with nothing running have a slot", async () => {
  const { limiter, leaves, settle, enter, enterMany } = limiterWith(100);
  await enterMany(60, "many");
  for (let time = 0; time < 20; time++) limiter.observe(80);
  expect(limiter.state).toMatchObject({ inFlight: 60, limit: 16 });
  void enter("many", { name: "one more" });
  for (const other of ["a", "b", "c", "d"]) expect(await enter(other, { source: "stays" })).toBe("in");
  void enter("e", { source: "stays" });
  await settle();
  expect(limiter.state).toMatchObject({ inFlight: 64, queued: 2 });
  // One of the four ends: the fifth takes its slot, and "many" none.
  leaves[60]!();
  await settle();
  expect(limiter.state).toMatchObject({ inFlight: 64, queued: 1 });
});

test("a slot released twice is one slot", async () => {
  const { limiter, leaves, enterMany } = limiterWith(2);
  await enterMany(1);
  leaves[0]!();
  leaves[0]!();
  expect(limiter.state.inFlight).toBe(0);
});

test("the limit falls while the event loop is slow and grows again while it is fast", async () => {
  const { limiter, enter, settle } = limiterWith(1_000, 10_000);
  for (let call = 0; call < 500; call++) void enter(`caller ${call % 20}`, { source: `source ${call % 12}` });
  await settle();
  for (let time = 0; time < 10; time++) limiter.observe(80);
  expect(limiter.state.limit).toBeLessThan(30);
  for (let time = 0; time < 100; time++) limiter.observe(2);
  await settle();
  expect(limiter.state.limit).toBeGreaterThan(400);
});

test("the limit falls while every admission waits for the ledger", async () => {
  const { limiter, enterMany } = limiterWith(100);
  await enterMany(70);
  limiter.admitted(201);
  limiter.observe(0);
  expect(limiter.state.limit).toBeLessThan(60);
});
