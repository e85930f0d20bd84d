import { AskAgain, Blocked, NotResponding, Throttled } from "../contract/errors.ts";
import { managedChallenge } from "../contract/managed-challenge.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { challengeHeader, LOOKED_AT, wallIn } from "./walls/find-wall.ts";

/** Statuses of block pages. Good pages rarely have them, so a close look is cheap. */
const WALL_STATUSES = new Set([202, 403, 429, 503]);

/** Words of any bot wall on such a status. Never searched for on a 200: good pages contain these words too. */
const WALL_WORDS =
  /captcha|challenge-platform|\/\.well-known\/sbsd|sec-if-cpt|awswaf|_Incapsula_|datadome|px-captcha|access denied|are you a (human|robot)|unusual traffic/i;

/** The marker of a block page, whatever the site; null if the response is not one. */
function blockOf(source: Source, answer: Answer): string | null {
  const own = challengeHeader(answer) ?? source.blockMarker(answer);
  if (own !== null || !WALL_STATUSES.has(answer.status)) return own;
  const text = answer.text().slice(0, LOOKED_AT);
  return managedChallenge(text, false) ?? WALL_WORDS.exec(text)?.[0] ?? null;
}

/** Whether a browser should wait: a block or challenge page, a bare refusal, or a page with a wall's signs. */
export const isWall = (source: Source, answer: Answer): boolean =>
  answer.status === 403 ||
  answer.status === 451 ||
  blockOf(source, answer) !== null ||
  wallIn(source, answer, answer.url) !== null;

/** Handles block pages and decisive statuses by throwing; leaves other responses to the reader. */
export function classifyResponse(source: Source, answer: Answer, now: number): void {
  const marker = blockOf(source, answer);
  const { status } = answer;
  if (marker !== null) throw new Blocked(`status ${status}, ${marker}`);
  if (status === 403 || status === 451) throw new Blocked(`status ${status}`);
  if (status === 429) throw new Throttled("status 429", retryAfterMs(answer, now));
  if (status === 503 && retryAfterMs(answer, now) !== null) {
    throw new Throttled("status 503", retryAfterMs(answer, now));
  }
  // 202 without a body: a wall, which may admit the next request.
  if (status === 202 && answer.body.length === 0) throw new AskAgain("status 202", new Blocked("status 202"));
  if (status >= 500) throw new NotResponding(`status ${status}`);
}

/**
 * The same for a response that has just arrived. One for a reader is judged by its headers alone: whatever looks at its
 * content may take long, and does so with the reader.
 */
export function classifyArrival(source: Source, answer: Answer, now: number): void {
  const { status } = answer;
  const header = challengeHeader(answer);
  if (header !== null) throw new Blocked(`status ${status}, ${header}`);
  if (WALL_STATUSES.has(status) || status === 451 || status >= 500) classifyResponse(source, answer, now);
}

/** The longest pause that a site's `Retry-After` causes: a wrong number in it must not close the source for everybody. */
export const MAX_PAUSE_MS = 15 * 60_000;

const SECONDS = /^[+-]?\d+(\.\d+)?$/;
/** The three forms of HTTP, and ISO 8601. `Date.parse` alone finds a date in almost any text with a digit. */
const DATE = /^((mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?,? |\d{4}-\d\d-\d\d)/i;

/** `Retry-After` in either form, seconds or a date; null if there is none. Anything else means the longest pause. */
export function retryAfterMs({ headers }: Answer, now: number): number | null {
  const value = headers["retry-after"]?.trim();
  if (!value) return null;
  const waitMs = SECONDS.test(value) ? Number(value) * 1000 : (DATE.test(value) ? Date.parse(value) : Number.NaN) - now;
  return Number.isNaN(waitMs) ? MAX_PAUSE_MS : Math.min(MAX_PAUSE_MS, Math.max(0, waitMs));
}
