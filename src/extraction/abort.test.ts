import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { linkedTo, until } from "./abort.ts";

const never = new Promise<never>(() => {});
const waiting = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("waiting until a signal", () => {
  test("returns the promise's value and stops listening to the signal", async () => {
    const { signal } = new AbortController();
    expect(await until(signal, Promise.resolve("page"))).toBe("page");
    await expect(until(signal, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await Promise.resolve();
    expect(waiting(signal)).toBe(0);
  });

  test("ends with the signal's reason, even if it was already aborted", async () => {
    const stop = new AbortController();
    const waits = until(stop.signal, never);
    stop.abort(new Error("deadline"));
    await expect(waits).rejects.toThrow("deadline");
    await expect(until(stop.signal, never)).rejects.toThrow("deadline");
    await expect(until(stop.signal, Promise.resolve("page"))).rejects.toThrow("deadline");
  });
});

describe("a linked signal", () => {
  test("aborts with its parent, for the same reason, even if the parent was already aborted", () => {
    const parent = new AbortController();
    const link = linkedTo(parent.signal);
    expect(link.signal.aborted).toBe(false);
    parent.abort("gone");
    expect([link.signal.aborted, link.signal.reason]).toEqual([true, "gone"]);
    expect(linkedTo(parent.signal).signal.reason).toBe("gone");
  });

  test("aborts on its own and leaves its parent alone", () => {
    const parent = new AbortController();
    const link = linkedTo(parent.signal);
    link.abort("enough");
    expect([link.signal.reason, parent.signal.aborted]).toEqual(["enough", false]);
  });

  test("does not follow its parent after release, and the parent does not keep it alive", () => {
    const parent = new AbortController();
    const link = linkedTo(parent.signal);
    expect(waiting(parent.signal)).toBe(1);
    link.release();
    expect(waiting(parent.signal)).toBe(0);
    parent.abort("gone");
    expect(link.signal.aborted).toBe(false);
  });
});
