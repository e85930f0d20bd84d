import { afterEach, describe, expect, test, vi } from "vitest";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { timeLimit } from "../src/time-limit.ts";

afterEach(() => void vi.useRealTimers());

describe("a time limit", () => {
  test("ends at its time or with another signal, and leaves no timer and no listener", async () => {
    await fakeTimers();
    const other = new AbortController();
    const removed = vi.spyOn(other.signal, "removeEventListener");
    const limit = timeLimit(1_000, [undefined, other.signal]);
    await vi.advanceTimersByTimeAsync(999);
    expect([limit.signal.aborted, vi.getTimerCount()]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(1);
    await expect(limit.stopped).rejects.toMatchObject({ name: "TimeoutError", message: "no answer in time" });
    expect([limit.signal.aborted, vi.getTimerCount(), removed.mock.calls.length]).toEqual([true, 0, 1]);
  });

  test("with an aborted signal has ended, before or after it started", async () => {
    await fakeTimers();
    const reason = new Error("changed my mind");
    const other = new AbortController();
    const running = timeLimit(1_000, [other.signal]);
    other.abort(reason);
    await expect(running.stopped).rejects.toBe(reason);
    const late = timeLimit(1_000, [other.signal]);
    expect(late.signal.aborted).toBe(true);
    await expect(late.stopped).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a time limit that is done no longer aborts", async () => {
    await fakeTimers();
    const other = new AbortController();
    const limit = timeLimit(1_000, [other.signal]);
    limit.done();
    other.abort(new Error("too late"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect([limit.signal.aborted, vi.getTimerCount()]).toEqual([false, 0]);
  });
});
