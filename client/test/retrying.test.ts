import { afterEach, describe, expect, test, vi } from "vitest";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { ApiError, ConnectionFailed } from "../src/errors.ts";
import { type RetryOptions, retrying, wait } from "../src/retrying.ts";

const refused = (status: number, retryAfter: number | null = null): ApiError =>
  ApiError.of({ status, code: null, detail: "", requestId: null, retryAfter });

/** The number of attempts, the waits, and the outcome. */
async function outcomeOf(failures: unknown[], over: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  let tries = 0;
  const options: RetryOptions = {
    retries: 3,
    maxRetryAfter: 65,
    attemptMs: 10_000,
    wait: async (delay) => void waits.push(delay),
    ...over,
  };
  const attempt = async () => {
    const failure = failures[Math.min(tries++, failures.length - 1)];
    if (failure !== undefined) throw failure;
    return "fine";
  };
  const outcome = await retrying(options, attempt).catch((error: unknown) => error);
  return { outcome, tries, waits };
}

describe("a failed attempt", () => {
  test("with endless 409 fails after waiting for the time of one attempt", async () => {
    const { outcome, waits } = await outcomeOf([refused(409, 1)], { retries: 0 });
    expect(outcome).toMatchObject({ status: 409 });
    const waited = waits.reduce((sum, delay) => sum + delay, 0);
    expect(waited).toBeGreaterThan(10_000);
    expect(waited - waits.at(-1)!).toBeLessThanOrEqual(10_000);
  });

  test("with 429 and a Retry-After does not use up retries, for as long as an attempt may take", async () => {
    const { outcome, tries } = await outcomeOf([refused(429, 1), refused(429, 1), refused(429, 1), undefined], {
      retries: 0,
    });
    expect([outcome, tries]).toEqual(["fine", 4]);
    const forever = await outcomeOf([refused(429, 1)], { retries: 0 });
    expect(forever.outcome).toMatchObject({ status: 429 });
    expect(forever.waits.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(10_000);
  });

  test("with 409 does not use up retries", async () => {
    const { outcome, tries } = await outcomeOf([refused(409, 1), refused(409, 1), refused(500), undefined], {
      retries: 1,
    });
    expect([outcome, tries]).toEqual(["fine", 4]);
  });

  test.each([400, 401, 403, 404, 408, 412, 413, 422, 499])("with %i is not retried", async (status) => {
    expect(await outcomeOf([refused(status)])).toMatchObject({ tries: 1, waits: [], outcome: { status } });
  });

  test.each([
    ["429 that does not say when to come again", refused(429)],
    ["500", refused(500)],
    ["503", refused(503)],
    ["no complete response", new ConnectionFailed("cut")],
  ])("with %s is retried as often as allowed", async (_name, failure) => {
    expect(await outcomeOf([failure])).toMatchObject({ tries: 4, outcome: failure });
    expect(await outcomeOf([failure], { retries: 0 })).toMatchObject({ tries: 1 });
  });

  test("with an error of our own throws it unchanged", async () => {
    const bug = new TypeError("a bug");
    expect(await outcomeOf([bug])).toEqual({ outcome: bug, tries: 1, waits: [] });
  });

  test("doubles the wait each time, up to 20 seconds, with jitter", async () => {
    const { waits } = await outcomeOf([refused(500)], { retries: 9 });
    const longest = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000, 20_000];
    expect(waits).toHaveLength(longest.length);
    for (const [at, max] of longest.entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(max / 2);
      expect(waits[at]).toBeLessThanOrEqual(max);
    }
  });

  test.each([
    [65, 2],
    [66, 1],
  ])("Retry-After of %i s: %i attempts if 65 s may be waited for", async (seconds, tries) => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    expect((await outcomeOf([refused(429, seconds), undefined])).tries).toBe(tries);
    random.mockRestore();
  });

  test("waits up to a quarter of a second longer than Retry-After, with jitter", async () => {
    for (const [chance, delay] of [
      [0, 7_000],
      [1, 7_250],
      [0.5, 7_125],
    ] as const) {
      const random = vi.spyOn(Math, "random").mockReturnValue(chance);
      expect((await outcomeOf([refused(429, 7), undefined])).waits).toEqual([delay]);
      random.mockRestore();
    }
  });

  test.each([
    [0, [250, 500, 1_000]],
    [1, [500, 1_000, 2_000]],
  ])("without a Retry-After waits at least half of the delay: random value %d gives %j ms", async (chance, waits) => {
    const random = vi.spyOn(Math, "random").mockReturnValue(chance);
    expect((await outcomeOf([refused(502)])).waits).toEqual(waits);
    random.mockRestore();
  });

  test("in flight longer than is known waits as after the first failure", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(1);
    const { waits } = await outcomeOf([refused(409), refused(409), undefined]);
    expect(waits).toEqual([500, 500]);
    random.mockRestore();
  });

  test("after an abort is not retried, and throws the caller's reason", async () => {
    const stop = new AbortController();
    stop.abort(new Error("changed my mind"));
    const { outcome, tries } = await outcomeOf([refused(500)], { signal: stop.signal });
    expect([(outcome as Error).message, tries]).toEqual(["changed my mind", 1]);
  });

  test("a failed attempt is reported before the wait", async () => {
    const told: unknown[] = [];
    const failure = refused(500);
    await outcomeOf([failure, undefined], { onRetry: (retry) => told.push(retry) });
    expect(told).toEqual([{ attempt: 1, delay: expect.any(Number), error: failure }]);
  });
});

describe("waiting", () => {
  afterEach(() => void vi.useRealTimers());

  test("waits for its time and no longer", async () => {
    await fakeTimers();
    let done = false;
    const waiting = wait(1_000).then(() => {
      done = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends immediately on abort with the reason, and leaves no timer", async () => {
    await fakeTimers();
    const stop = new AbortController();
    const waiting = wait(60_000, stop.signal);
    stop.abort(new Error("changed my mind"));
    await expect(waiting).rejects.toThrow("changed my mind");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not start for an aborted caller", async () => {
    await fakeTimers();
    const reason = new Error("changed my mind");
    await expect(wait(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves no listener on the caller's signal", async () => {
    await fakeTimers();
    const stop = new AbortController();
    const removed = vi.spyOn(stop.signal, "removeEventListener");
    const waiting = wait(5, stop.signal);
    await vi.advanceTimersByTimeAsync(5);
    await waiting;
    expect(removed).toHaveBeenCalledOnce();
  });
});
