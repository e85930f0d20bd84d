import { backoff } from "../base/backoff.ts";
import {
  AskedToWait,
  inTime,
  NotResponding,
  retryAfter,
  SourceError,
  Throttled,
  WinnowError,
} from "../contract/errors.ts";

const MAX_TRIES = 4;
const FIRST_WAIT_MS = 200;
const WAIT_GROWTH = 3;
const LONGEST_ADVICE_MS = 60_000;

/** The origin's breaker is open. It exists to prevent immediate retries. */
export class BreakerOpen extends NotResponding {
  constructor(origin: string, restMs: number, now: number) {
    super(`the breaker of ${origin} is open`, undefined, {
      detail: `The source is not responding; try again ${inTime(restMs, now)}.`,
      headers: retryAfter(restMs),
    });
  }
}

/** More calls wait for the source than it can handle before the caller's deadline: 503. */
export class SourceBusy extends WinnowError {
  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / 1000);
    super("overloaded", `The queue for the source is about ${seconds} s long, longer than this request can wait.`, {
      headers: retryAfter(Math.min(waitMs, LONGEST_ADVICE_MS)),
    });
  }
}

/** The caller's error when no route is left, with the time to wait if the site named one beyond the deadline. */
export const finalError = (error: SourceError, now: number, deadline: number): SourceError =>
  error instanceof Throttled && error.retryAfterMs !== null && now + error.retryAfterMs >= deadline
    ? new AskedToWait(error.retryAfterMs, now)
    : error;

/** Our lease on the site expired during the request (the database was away): retried with a new lease. */
export class LeaseLost extends SourceError {
  readonly policy = "retry";
  constructor() {
    super("unavailable", undefined, { internal: "the lease on the source ended while a page was in flight" });
  }
}

/** The wait before a retry; null if attempts or time are exhausted. */
export function waitBefore(tries: number, error: SourceError, timeLeftMs: number, random: () => number): number | null {
  if (tries >= MAX_TRIES || error instanceof BreakerOpen) return null;
  const grown = backoff(tries - 1, FIRST_WAIT_MS, LONGEST_ADVICE_MS, WAIT_GROWTH);
  // Half of it is random: callers that failed together do not retry together.
  const advised = grown / 2 + (grown / 2) * random();
  const requested = error instanceof Throttled ? (error.retryAfterMs ?? 0) : 0;
  const wait = Math.max(advised, requested);
  return wait < timeLeftMs ? wait : null;
}
