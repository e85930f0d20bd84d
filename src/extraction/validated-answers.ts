import type { Clock } from "../base/clock.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import { makeAnswer } from "./answer.ts";

/** A week: longer than the day that answers are given again for, so that the next day's question is a conditional one. */
const KEPT_MS = 7 * 86_400_000;
const MOST_ENTRIES = 200;
const MOST_BYTES = 16 * 1024 * 1024;
const LARGEST_BYTES = 1024 * 1024;

interface Kept {
  answer: Answer;
  endsAt: number;
}

/**
 * What hardly changes (places, cities, filters), as a site answered it, with the validators that it gave: the site is
 * asked whether it still holds, and a 304 costs it next to nothing. Of one source, the oldest goes when it is full.
 */
export class ValidatedAnswers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What was answered before, while it may still be asked about. */
  find(request: SiteRequest): Answer | null {
    const key = keyOf(request);
    const kept = this.#kept.get(key);
    if (!kept) return null;
    if (kept.endsAt > this.#clock.now()) return kept.answer;
    this.#forget(key, kept);
    return null;
  }

  /** Keeps an answer that was understood, where the site says how to ask about it later. */
  keep(request: SiteRequest, answer: Answer): void {
    if ((request.method ?? "GET") !== "GET" || answer.status !== 200 || !mayBeKept(answer)) return;
    const key = keyOf(request);
    const before = this.#kept.get(key);
    if (before) this.#forget(key, before);
    this.#kept.set(key, { answer: bare(answer), endsAt: this.#clock.now() + KEPT_MS });
    this.#bytes += answer.body.length;
    for (const [oldest, entry] of this.#kept) {
      if (this.#kept.size <= MOST_ENTRIES && this.#bytes <= MOST_BYTES) break;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, { answer }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= answer.body.length;
  }
}

/** The request with the conditions under which what was answered before still holds. */
export function conditional(request: SiteRequest, { headers }: Answer): SiteRequest {
  return { ...request, headers: { ...request.headers, ...conditionsOf(headers) } };
}

/** A 304 says that what was answered before still holds: that is the answer, with what the 304 says anew. */
export const asAnswered = (known: Answer, { status, headers }: Answer): Answer | null =>
  status === 304 ? makeAnswer({ ...known, headers: { ...known.headers, ...headers } }) : null;

export function conditionsOf(headers: Answer["headers"]): Record<string, string> {
  const { etag, "last-modified": lastModified } = headers;
  return { ...(etag && { "if-none-match": etag }), ...(lastModified && { "if-modified-since": lastModified }) };
}

function mayBeKept({ headers, body }: Answer): boolean {
  if (body.length > LARGEST_BYTES || /\bno-store\b/i.test(headers["cache-control"] ?? "")) return false;
  return headers.vary?.trim() !== "*" && Object.keys(conditionsOf(headers)).length > 0;
}

/** Without the text that a reader had made of it. */
const bare = ({ url, status, headers, body }: Answer): Answer => makeAnswer({ url, status, headers, body });

/** What a request says itself tells its answers apart: language, form, city. Whether it holds for a visitor, the site decides. */
function keyOf({ origin = "site", path, headers = {} }: SiteRequest): string {
  const said = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return [origin, path, ...said.sort()].join("\n");
}
