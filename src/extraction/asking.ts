import type { Clock } from "../clock.ts";
import { AskAgain, Blocked, NotResponding, type SourceError, Throttled } from "../contract/errors.ts";
import type { Answer, AnswerReader } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";

/** Settles what the status alone says, and block pages; whatever is left is the reader's. */
export function readAnswer<T>(source: Source, answer: Answer, reader: AnswerReader<T>, clock: Clock): T {
  const marker = source.blockMarker(answer);
  if (marker !== null) throw new Blocked(marker);
  const { status } = answer;
  if (status === 403) throw new Blocked("status 403");
  if (status === 429) throw new Throttled("status 429", retryAfterMs(answer, clock.now()));
  if (status >= 500) throw new NotResponding(`status ${status}`);
  return reader(answer);
}

/** `Retry-After` in either of its forms: seconds, or a date. */
export function retryAfterMs({ headers }: Answer, now: number): number | null {
  const value = headers["retry-after"]?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

const MOST_TRIES = 4;
const FIRST_WAIT_MS = 200;
const WAIT_GROWTH = 3;
const LONGEST_WAIT_MS = 10_000;

/** How long to wait before asking again, or null where there is no use: out of tries, or no time left for it. */
export function waitBefore(tries: number, error: SourceError, timeLeftMs: number, random: () => number): number | null {
  if (tries >= MOST_TRIES) return null;
  const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * WAIT_GROWTH ** (tries - 1));
  // Half of it at random: callers that failed together do not come back together.
  const backoff = grown / 2 + (grown / 2) * random();
  const asked = error instanceof Throttled ? (error.retryAfterMs ?? 0) : 0;
  const wait = Math.max(backoff, asked);
  return wait < timeLeftMs ? wait : null;
}

/** What the caller is told in the end. */
export const finalError = (error: SourceError): SourceError => (error instanceof AskAgain ? error.last : error);
