import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { LoadGate } from "./load-gate.ts";
import { watchEventLoop } from "./watch-event-loop.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A gate whose calls end when the test says so, in the order in which they began. */
function gateWith(mostInFlight: number, mostQueued = 1_000) {
  const clock = new SimulatedClock();
  const gate = new LoadGate(clock, { mostInFlight, mostQueued });
  const leaves: Array<() => void> = [];
  const refused: unknown[] = [];
  const enter = (
    account: string,
    { ms = 3_600_000, source = "nlretail", signal = new AbortController().signal } = {},
  ) =>
    gate.enter({ account, source, deadline: clock.now() + ms, signal }).then(
      (leave) => {
        leaves.push(leave);
        return "in";
      },
      (error: unknown) => {
        refused.push(error);
        return error;
      },
    );
  const settle = async () => {
    for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const enterMany = async (count: number, account = "one") => {
    for (let nth = 0; nth < count; nth++) void enter(account);
    await settle();
  };
  const end = async () => {
    leaves.shift()!();
    await settle();
  };
  return { clock, gate, leaves, refused, enter, enterMany, settle, end };
}

/** One call in flight and one that waits, of an account that ends one in ten seconds. */
async function slowGate(everyMs = 10_000) {
  const slow = gateWith(1);
  await slow.enterMany(3, "a");
  await slow.end();
  slow.gate.observe(0, everyMs);
  expect(slow.gate.state).toMatchObject({ inFlight: 1, queued: 1 });
  return slow;
}

describe("the limit of calls in flight", () => {
  /** So many run at once, each of another account and source. */
  async function running(count: number, mostInFlight = 100) {
    const parts = gateWith(mostInFlight);
    for (let nth = 0; nth < count; nth++) void parts.enter(`account ${nth}`, { source: `source ${nth}` });
    await parts.settle();
    expect(parts.gate.state.inFlight).toBe(count);
    return parts;
  }

  test.each([
    [10, 64],
    [64, 64],
    [65, 64],
  ])("of a gate for %i begins at %i at most", (most, limit) => {
    expect(gateWith(most).gate.state).toEqual({ inFlight: 0, queued: 0, limit: Math.min(most, limit) });
  });

  test.each([
    ["it is late", 10, 10.1, 8],
    ["it is late and hardly anything runs", 4, 11, 4],
    ["it is late and nothing runs", 0, 11, 4],
    ["it is as late as it may be", 10, 10, 64],
    ["it is neither late nor punctual", 63, 5, 64],
    ["it is punctual and all places but one are taken", 63, 4.9, 68],
    ["it is punctual and two places are free", 62, 0, 64],
  ])("after %s, %i running, %f ms: %i", async (_, count, lateMs, limit) => {
    const { gate } = await running(count);
    gate.observe(lateMs, 50);
    expect(gate.state.limit).toBe(limit);
  });

  test("never grows past what the settings allow", async () => {
    const { gate } = await running(64, 66);
    gate.observe(0, 50);
    expect(gate.state.limit).toBe(66);
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
  ])("goes by the quickest admission: after %j ms it is %i", async (waits, limit) => {
    const { clock, gate } = await running(63);
    for (const ms of waits) {
      const answered = gate.asking();
      clock.advance(ms);
      answered();
    }
    gate.observe(0, 50);
    expect(gate.state.limit).toBe(limit);
  });

  test("goes by the oldest question while none is answered, and an answer counts once and for one look", async () => {
    const { clock, gate } = await running(63);
    const first = gate.asking();
    clock.advance(101);
    gate.asking();
    clock.advance(100);
    gate.observe(0, 50);
    expect(gate.state.limit).toBe(53);
    first();
    gate.observe(0, 50);
    expect(gate.state.limit).toBe(45);
    // The other is asked for a hundred milliseconds only: neither late nor quick.
    first();
    gate.observe(0, 50);
    expect(gate.state.limit).toBe(45);
  });
});

describe("who comes while the pace is known", () => {
  test("is busy only while somebody waits", async () => {
    const { gate, end, enterMany } = gateWith(1);
    expect(gate.isBusy).toBe(false);
    await enterMany(3);
    expect(gate.isBusy).toBe(false);
    await end();
    gate.observe(0, 1_000);
    expect([gate.state.queued, gate.isBusy]).toEqual([1, true]);
    await end();
    expect(gate.isBusy).toBe(false);
  });

  test.each([
    [30_000, false],
    [29_999, true],
  ])("with %i ms is refused: %s, where two before him and he himself take ten seconds each", async (ms, isRefused) => {
    const { clock, gate, enter, refused, settle } = await slowGate();
    const ask = () => gate.refuseIfHopeless("c", clock.now() + ms);
    if (isRefused) expect(ask).toThrow(expect.objectContaining({ code: "overloaded" }));
    else expect(ask).not.toThrow();
    void enter("c", { ms });
    await settle();
    expect(refused).toHaveLength(isRefused ? 1 : 0);
  });

  test("starts at once where a place is free and nobody waits, however slow it was", async () => {
    const { gate, enter, end } = await slowGate();
    await end();
    await end();
    expect(gate.state).toMatchObject({ inFlight: 0, queued: 0 });
    expect(() => gate.refuseIfHopeless("c", 0)).not.toThrow();
    expect(await enter("c", { ms: 5_000 })).toBe("in");
  });

  test.each([
    [10_000, "10"],
    [29_000, "29"],
    [31_000, "30"],
  ])("at one call in %i ms is told to come back after %s seconds", async (everyMs, seconds) => {
    const { enter } = await slowGate(everyMs);
    expect(await enter("c", { ms: 1_000 })).toMatchObject({ code: "overloaded", headers: { "retry-after": seconds } });
  });

  test("few may wait at any pace, those on their way included; one more is refused", async () => {
    const { gate, enterMany, end } = gateWith(1);
    await enterMany(33);
    await end();
    gate.observe(0, 1_000);
    gate.observe(0, 1_000);
    expect(gate.state).toMatchObject({ inFlight: 1, queued: 31 });
    const letBy = Array.from({ length: 32 }, () => gate.letBy("one"));
    expect(gate.refusalFor("one")).toBeNull();
    letBy.push(gate.letBy("one"));
    expect(gate.refusalFor("one")).toMatchObject({ code: "overloaded" });
    letBy.pop()!();
    expect(gate.refusalFor("one")).toBeNull();
  });

  test.each([
    [249, 40],
    [250, 31],
  ])("a pace that is known for %i ms leaves %i waiting", async (ms, left) => {
    const { gate, enterMany, end, refused, settle } = gateWith(1);
    await enterMany(42);
    await end();
    gate.observe(0, 1_000);
    expect([gate.state.queued, gate.refusalFor("one")]).toEqual([40, null]);
    gate.observe(0, ms);
    expect(gate.state.queued).toBe(left);
    expect(gate.refusalFor("one")).toBeNull();
    await settle();
    expect(refused).toHaveLength(40 - left);
  });

  test("two hundred are refused at one look, and the next look goes on", async () => {
    const { gate, enterMany, end } = gateWith(1);
    await enterMany(302);
    await end();
    gate.observe(0, 1_000);
    gate.observe(0, 1_000);
    expect(gate.state.queued).toBe(100);
    gate.observe(0, 1_000);
    expect(gate.state.queued).toBe(31);
  });
});

describe("who waits", () => {
  test.each([
    [1_000, 0],
    [1_001, 1],
  ])("with a deadline in %i ms: a second later %i still wait", async (ms, left) => {
    const { clock, gate, enter, enterMany, settle } = gateWith(1);
    await enterMany(1);
    void enter("late", { ms });
    await settle();
    clock.advance(1_000);
    gate.observe(0, 50);
    expect(gate.state.queued).toBe(left);
  });

  test("is told of no pace that nobody knows: a second", async () => {
    const { enterMany, enter } = gateWith(1, 1);
    await enterMany(2);
    expect(await enter("one")).toMatchObject({ code: "overloaded", headers: { "retry-after": "1" } });
  });

  test("who came with a signal that had fired has no place, and a signal is let go of once it does not matter", async () => {
    const { gate, enter, enterMany, refused, settle, end } = gateWith(1, 2);
    const [gone, waits, runs] = [new AbortController(), new AbortController(), new AbortController()];
    gone.abort(new Error("gone before"));
    expect(await enter("a", { signal: gone.signal })).toEqual(new Error("gone before"));
    expect(gate.state.inFlight).toBe(0);
    expect(await enter("a", { signal: runs.signal })).toBe("in");
    void enter("a", { signal: waits.signal });
    await settle();
    expect(getEventListeners(waits.signal, "abort")).toHaveLength(1);
    await end();
    expect(gate.state).toMatchObject({ inFlight: 1, queued: 0 });
    for (const { signal } of [waits, runs]) expect(getEventListeners(signal, "abort")).toEqual([]);
    // The newest of the longest line makes room, and its signal is let go of, too.
    await enterMany(1, "a");
    const last = new AbortController();
    void enter("a", { signal: last.signal });
    await settle();
    void enter("b");
    await settle();
    expect([refused.length, gate.state.queued, getEventListeners(last.signal, "abort")]).toEqual([2, 2, []]);
  });

  test("a place that is given back twice is one place", async () => {
    const { gate, leaves, enterMany } = gateWith(2);
    await enterMany(1);
    leaves[0]!();
    leaves[0]!();
    expect(gate.state.inFlight).toBe(0);
  });
});

test("the event loop is watched every 50 ms, and is never early", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const now = vi.spyOn(performance, "now").mockReturnValueOnce(1_000);
  const seen: number[][] = [];
  const stop = watchEventLoop((...told) => seen.push(told));
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
  expect(seen).toEqual([
    [0, 50],
    [0, 40],
    [50, 100],
  ]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
