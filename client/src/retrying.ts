import { ApiError, ConnectionFailed, RateLimited, StillInFlight } from "./errors.ts";
import { onAbort } from "./on-abort.ts";

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface Retry {
  /** 1 for the first retry. */
  attempt: number;
  /** Milliseconds until the retry. */
  delay: number;
  /** Why the last attempt failed. */
  error: Error;
}

export interface RetryOptions {
  retries: number;
  /** The longest `Retry-After` to wait for. A longer one throws immediately. */
  maxRetryAfter: number;
  /**
   * The most time for one attempt, and so the longest wait for an earlier attempt with the same idempotency key or for a
   * rate window.
   */
  attemptMs: number;
  wait: Wait;
  signal?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 20_000;

/** Retries failures that may pass: incomplete responses, 429, 5xx, or an earlier attempt still in flight. */
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

/** Not a failure but a place in a queue: the response says when to retry, or that an earlier attempt is in progress. */
const mayWait = (error: unknown): boolean =>
  error instanceof StillInFlight || (error instanceof RateLimited && error.retryAfter !== null);

/** Milliseconds before the next attempt; null if it would fail the same way. */
function delayBefore(error: unknown, failures: number): number | null {
  if (error instanceof ApiError) {
    if (error.status !== 429 && error.status !== 409 && error.status < 500) return null;
    // Adds jitter, so that callers do not all return at once.
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
