import { ApiError, ConnectionFailed, RateLimited, StillInFlight } from "./errors.ts";
import { onAbort } from "./on-abort.ts";

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface Retry {
  /** 1 for the first repetition. */
  attempt: number;
  /** Milliseconds until it. */
  delay: number;
  /** Why the last attempt failed. */
  error: Error;
}

export interface RetryOptions {
  retries: number;
  /** A longer `Retry-After` is not waited for: the error is thrown at once. */
  maxRetryAfter: number;
  /** How long an attempt may take, and so how long an earlier one with the same idempotency key, or a rate window, is waited for. */
  attemptMs: number;
  wait: Wait;
  signal?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** Repeats an attempt that failed in a way that may pass: no whole answer, 429, 5xx, or an earlier one still in flight. */
export async function retrying<T>(options: RetryOptions, attempt: () => Promise<T>): Promise<T> {
  let failures = 0;
  let waited = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      options.signal?.throwIfAborted();
      const isQueued = mayWait(error);
      if (!isQueued) failures += 1;
      const delay = delayBefore(error, failures);
      const over = isQueued ? waited > options.attemptMs : failures > options.retries;
      if (delay === null || over || delay > options.maxRetryAfter * 1000) throw error;
      options.onRetry?.({ attempt: tries, delay, error: error as Error });
      await options.wait(delay, options.signal);
      if (isQueued) waited += delay;
    }
  }
}

/** No failure, only a place in a queue: it says when to come again, or that an earlier attempt is being worked on. */
const mayWait = (error: unknown): boolean =>
  error instanceof StillInFlight || (error instanceof RateLimited && error.retryAfter !== null);

/** Null where another attempt would fail the same way. */
function delayBefore(error: unknown, failures: number): number | null {
  if (error instanceof ApiError) {
    if (error.status !== 429 && error.status !== 409 && error.status < 500) return null;
    // A little later than asked, and not all at once.
    if (error.retryAfter !== null) return Math.round(error.retryAfter * 1000 + Math.random() * 250);
  } else if (!(error instanceof ConnectionFailed)) return null;
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(longest * (0.5 + Math.random() / 2));
}

export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      forget?.();
      resolve();
    }, milliseconds);
    const forget =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
  });
