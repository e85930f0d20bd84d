import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { Winnow } from "../src/index.ts";

afterEach(() => void vi.useRealTimers());

/** A service that admits a number of calls per ten-second window, and reports usage. */
function limited(limit: number) {
  const used = new Map<number, number>();
  const counts = { admitted: 0, refused: 0 };
  const fetch = (async () => {
    const window = Math.floor(Date.now() / 10_000);
    const count = (used.get(window) ?? 0) + 1;
    const resetsIn = Math.ceil((10_000 - (Date.now() % 10_000)) / 1000);
    const isFull = count > limit;
    if (!isFull) used.set(window, count);
    counts[isFull ? "refused" : "admitted"] += 1;
    const headers = {
      "x-results-end": "exhausted",
      "ratelimit-policy": `"ten_second";q=${limit};w=10`,
      ratelimit: `"ten_second";r=${Math.max(0, limit - count)};t=${resetsIn}`,
      ...(isFull && { "retry-after": String(resetsIn) }),
    };
    return Response.json(isFull ? { detail: "Rate limit exceeded." } : [], { status: isFull ? 429 : 200, headers });
  }) as typeof globalThis.fetch;
  return { counts, client: new Winnow({ url: "http://winnow.example", key: "k", fetch }) };
}

async function untilDone<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersByTimeAsync(1_000);
  return work;
}

test("40 concurrent calls with 5 allowed per ten seconds all succeed, and none is rejected after the first rejections", async () => {
  await fakeTimers({ now: 0 });
  const { counts, client } = limited(5);
  const calls = Array.from({ length: 40 }, () => client.operation("a/b")({}));
  const outcomes = await untilDone(Promise.allSettled(calls));
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(counts).toEqual({ admitted: 40, refused: 35 });
});

test("a call waits for a full window instead of being rejected", async () => {
  await fakeTimers({ now: 0 });
  const { counts, client } = limited(1);
  await client.operation("a/b")({});
  await untilDone(client.operation("a/b")({}));
  expect(counts).toEqual({ admitted: 2, refused: 0 });
  expect(Date.now()).toBeGreaterThanOrEqual(10_000);
});

test("calls that share a signal add one listener to it, and none remains when they have ended", async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const fetch = (async () => {
    seen.push(getEventListeners(stop.signal, "abort").length);
    return Response.json([], { headers: { "x-results-end": "exhausted" } });
  }) as typeof globalThis.fetch;
  const client = new Winnow({ url: "http://winnow.example", key: "k", fetch });
  await Promise.all(Array.from({ length: 30 }, () => client.operation("a/b")({}, { signal: stop.signal })));
  expect(Math.max(...seen)).toBe(1);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});
