import { AskAgain, Blocked, NotResponding, Throttled } from "../contract/errors.ts";
import { managedChallenge } from "../contract/managed-challenge.ts";
import type { Answer } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { cleanText } from "../contract/values.ts";

const LOOKED_AT = 64 * 1024;

/** Statuses of block pages. Good pages rarely have them, so a close look is cheap. */
const WALL_STATUSES = new Set([202, 403, 429, 503]);

/** Words of any bot wall on such a status. Never searched for on a 200: good pages contain these words too. */
const WALL_WORDS =
  /captcha|challenge-platform|\/\.well-known\/sbsd|sec-if-cpt|awswaf|_Incapsula_|datadome|px-captcha|access denied|are you a (human|robot)|unusual traffic/i;

/** The marker of a block page, whatever the site; null if the response is not one. */
function blockOf(source: Source, answer: Answer): string | null {
  const own = source.blockMarker(answer);
  if (own !== null || !WALL_STATUSES.has(answer.status)) return own;
  const text = answer.text().slice(0, LOOKED_AT);
  return managedChallenge(text, false) ?? WALL_WORDS.exec(text)?.[0] ?? null;
}

/** Words of walls in a title or address, whatever the status. */
const WALL_TITLE =
  /captcha|robot|human|verif(y|ication)|access denied|blocked|forbidden|security check|just a moment|before you continue|consent|not available in your (country|region)|unavailable for legal/i;
const WALL_SAYS =
  /captcha|are you a (human|robot)|unusual traffic|verify (that )?you|enable (javascript and )?cookies|access denied|not available in your (country|region)/i;
const FEW_WORDS = 1_000;
const WALL_PATH = /captcha|challenge|consent|verify|blocked|geo-?block|not-available|restricted/i;

/** The marker of a wall on a page that no reader understood. There, words that good pages contain too are sufficient. */
export function wallIn(answer: Answer, requestedPath: string): string | null {
  const text = answer.text().slice(0, LOOKED_AT);
  if (!/<(html|head|body|title|script)\b/i.test(text)) return null;
  const title = titleOf(text);
  if (title !== null && WALL_TITLE.test(title)) return `title "${title}"`;
  const { pathname } = new URL(answer.url);
  if (pathname !== new URL(requestedPath, answer.url).pathname && WALL_PATH.test(pathname))
    return `sent to ${pathname}`;
  // Good pages contain a wall's scripts too, so words count only on a page with little other text.
  const words = cleanText(text.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, " ")) ?? "";
  const phrase = words.length < FEW_WORDS ? WALL_SAYS.exec(words)?.[0] : undefined;
  return managedChallenge(text, true) ?? phrase ?? null;
}

export const titleOf = (page: string): string | null =>
  cleanText(/<title[^>]*>([^<]{1,300})/i.exec(page.slice(0, LOOKED_AT))?.[1]);

/** Whether it is a block or challenge page, or a bare refusal. */
export const isWall = (source: Source, answer: Answer): boolean =>
  answer.status === 403 || answer.status === 451 || blockOf(source, answer) !== null;

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

/** `Retry-After` in either form: seconds or a date. */
export function retryAfterMs({ headers }: Answer, now: number): number | null {
  const value = headers["retry-after"]?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
