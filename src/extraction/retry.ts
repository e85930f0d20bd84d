import { NotResponding, type SourceError, Throttled } from "../contract/errors.ts";

const MOST_TRIES = 4;
const FIRST_WAIT_MS = 200;
const WAIT_GROWTH = 3;

/** The breaker of the origin is open: asking again at once is what it is there to prevent. */
export class BreakerOpen extends NotResponding {
  constructor(origin: string) {
    super(`the breaker of ${origin} is open`);
    this.name = "BreakerOpen";
  }
}

/** How long to wait before asking again, or null where there is no use: out of tries, or no time left for it. */
export function waitBefore(tries: number, error: SourceError, timeLeftMs: number, random: () => number): number | null {
  if (tries >= MOST_TRIES || error instanceof BreakerOpen) return null;
  const grown = FIRST_WAIT_MS * WAIT_GROWTH ** (tries - 1);
  // Half of it at random: callers that failed together do not come back together.
  const backoff = grown / 2 + (grown / 2) * random();
  const asked = error instanceof Throttled ? (error.retryAfterMs ?? 0) : 0;
  const wait = Math.max(backoff, asked);
  return wait < timeLeftMs ? wait : null;
}
