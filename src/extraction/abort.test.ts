import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { linkedTo, until } from "./abort.ts";

const never = new Promise<never>(() => {});
const waiting = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("waiting until a signal", () => {
  test("gives what the promise gives, and lets go of the signal", async () => {
    const { signal } = new AbortController();
    expect(await until(signal, Promise.resolve("page"))).toBe("page");
    await expect(until(signal, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await Promise.resolve();
    expect(waiting(signal)).toBe(0);
  });

  test("ends with the signal's reason, also where it was aborted before", async () => {
    const stop = new AbortController();
    const waits = until(stop.signal, never);
    stop.abort(new Error("deadline"));
    await expect(waits).rejects.toThrow("deadline");
    await expect(until(stop.signal, never)).rejects.toThrow("deadline");
    await expect(until(stop.signal, Promise.resolve("page"))).rejects.toThrow("deadline");
  });
});

describe("a linked signal", () => {
  test("aborts with its parent, for the same reason, also where the parent was aborted before", () => {
    const parent = new AbortController();
    const link = linkedTo(parent.signal);
    expect(link.signal.aborted).toBe(false);
    parent.abort("gone");
    expect([link.signal.aborted, link.signal.reason]).toEqual([true, "gone"]);
    expect(linkedTo(parent.signal).signal.reason).toBe("gone");
  });

  test("aborts by itself and leaves its parent alone", () => {
    const parent = new AbortController();
    const link = linkedTo(parent.signal);
    link.abort("enough");
    expect([link.signal.reason, parent.signal.aborted]).toEqual(["enough", false]);
  });

  test("that was released does not follow, and is not held by its parent", () => {
    const parent = new AbortController();
    const link = linkedTo(parent.signal);
    expect(waiting(parent.signal)).toBe(1);
    link.release();
    expect(waiting(parent.signal)).toBe(0);
    parent.abort("gone");
    expect(link.signal.aborted).toBe(false);
  });
});
