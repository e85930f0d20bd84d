import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newWriteLock, WriteLock } from "./write-lock.ts";

/** A thread that writes continuously: it takes the lock again as soon as it has released it, and counts. */
const greedy = `
  const { workerData } = require("node:worker_threads");
  import(workerData.module).then(({ WriteLock }) => {
    const lock = new WriteLock(workerData.shared);
    const [COUNT, STOP] = [0, 1];
    const seen = new Int32Array(workerData.seen);
    while (Atomics.load(seen, STOP) === 0) {
      lock.acquire();
      Atomics.add(seen, COUNT, 1);
      Atomics.notify(seen, COUNT);
      Atomics.wait(seen, STOP, 0, 1);
      lock.release();
    }
  });`;

test("a thread that writes continuously usually lets others in after one of its writes", async () => {
  const shared = newWriteLock();
  const seen = new Int32Array(new SharedArrayBuffer(8));
  const module = new URL("./write-lock.ts", import.meta.url).href;
  const thread = new Worker(greedy, { eval: true, workerData: { shared, seen: seen.buffer, module } });
  const gone = new Promise((resolve) => thread.once("exit", resolve));
  while (Atomics.load(seen, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
  const mine = new WriteLock(shared);
  const others: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const before = Atomics.load(seen, 0);
    mine.acquire();
    others.push(Atomics.load(seen, 0) - before);
    mine.release();
  }
  Atomics.store(seen, 1, 1);
  await gone;
  // Not the most: on a busy machine this thread may stand still between two statements while the other writes.
  expect(others.toSorted((a, b) => a - b)[others.length / 2]).toBeLessThanOrEqual(2);
});

describe("the lock by itself", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const [FREE, TAKEN, PASSED_ON] = [0, 1, 2];

  /** A lock in a state; each of `meanwhile` changes the state during one wait. */
  function lockIn(state: number, waiting: number, meanwhile: Array<(state: Int32Array) => void> = []) {
    const shared = newWriteLock();
    const memory = new Int32Array(shared);
    memory.set([state, waiting]);
    const waits: unknown[][] = [];
    vi.spyOn(Atomics, "wait").mockImplementation(((...asked: unknown[]) => {
      waits.push([...asked.slice(1), memory[1]]);
      meanwhile.shift()?.(memory);
      return "timed-out";
    }) as never);
    const notified = vi.spyOn(Atomics, "notify").mockReturnValue(0);
    return { lock: new WriteLock(shared), memory, waits, notified };
  }
  const become = (state: number) => (memory: Int32Array) => {
    memory[0] = state;
  };

  test("the lock by itself is free at first, has one owner, and can be released", () => {
    const { lock, memory, waits, notified } = lockIn(FREE, 0);
    expect([memory.length, lock.isMine, lock.waiting]).toEqual([2, false, 0]);
    lock.release();
    expect(notified).not.toHaveBeenCalled();
    lock.acquire();
    expect([lock.isMine, lock.waiting, [...memory], waits]).toEqual([true, 0, [TAKEN, 0], []]);
    // A thread cannot release another's lock.
    new WriteLock(memory.buffer as SharedArrayBuffer).release();
    expect([...memory]).toEqual([TAKEN, 0]);
    lock.release();
    expect([lock.isMine, [...memory]]).toEqual([false, [FREE, 0]]);
    expect(notified.mock.calls.map(([, ...rest]) => rest)).toEqual([[0, 1]]);
  });

  test("the lock by itself is passed on to a waiting thread", () => {
    const { lock, memory } = lockIn(FREE, 0);
    lock.acquire();
    memory[1] = 1;
    expect(lock.waiting).toBe(1);
    lock.release();
    expect([...memory]).toEqual([PASSED_ON, 1]);
  });

  test.each([
    ["taken, then free", TAKEN, [become(FREE)], [TAKEN]],
    ["taken, then passed on", TAKEN, [become(PASSED_ON)], [TAKEN]],
    ["taken for two slices", TAKEN, [() => {}, become(FREE)], [TAKEN, TAKEN]],
    ["passed on to others: one wait at least", PASSED_ON, [], [PASSED_ON]],
  ])("a lock that is %s", (_, state, meanwhile, seen) => {
    const { lock, memory, waits } = lockIn(state, 3, meanwhile);
    lock.acquire();
    // A thread counts as waiting only while it waits.
    expect(waits).toEqual(seen.map((value) => [0, value, 50, 4]));
    expect([lock.isMine, [...memory]]).toEqual([true, [TAKEN, 3]]);
  });

  test("a thread that has waited once takes a passed-on lock without another wait", () => {
    const { lock, memory, waits } = lockIn(TAKEN, 0);
    const times = [0, 0, 0];
    vi.spyOn(performance, "now").mockImplementation(() => {
      times.pop();
      if (times.length === 0) memory[0] = PASSED_ON;
      return 0;
    });
    lock.acquire();
    expect([lock.isMine, waits.length]).toEqual([true, 1]);
  });

  test("after ten seconds the thread proceeds without it, and the lock stays with its owner", () => {
    const { lock, memory, waits } = lockIn(TAKEN, 0);
    const now = vi
      .spyOn(performance, "now")
      .mockReturnValueOnce(5)
      .mockReturnValueOnce(10_004)
      .mockReturnValueOnce(10_005);
    lock.acquire();
    expect([lock.isMine, waits.length, now.mock.calls.length, [...memory]]).toEqual([false, 1, 3, [TAKEN, 0]]);
    lock.release();
    expect([...memory]).toEqual([TAKEN, 0]);
  });
});
