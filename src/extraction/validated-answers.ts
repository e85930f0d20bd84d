import type { Clock } from "../base/clock.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import { makeAnswer } from "./answer.ts";

/** A week: longer than the day that responses are reused for, so that the next day's request is conditional. */
const KEPT_MS = 7 * 86_400_000;
const MAX_ENTRIES = 200;
const MAX_BYTES = 16 * 1024 * 1024;
const LARGEST_BYTES = 1024 * 1024;

interface Kept {
  answer: Answer;
  endsAt: number;
}

/**
 * Rarely changing responses of one source (places, cities, filters) with their validators. They are revalidated, and a 304
 * costs the site next to nothing. The oldest is evicted when it is full.
 */
export class ValidatedAnswers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The earlier response, while it may still be revalidated. */
  find(request: SiteRequest): Answer | null {
    const key = keyOf(request);
    const kept = this.#kept.get(key);
    if (!kept) return null;
    if (kept.endsAt > this.#clock.now()) return kept.answer;
    this.#forget(key, kept);
    return null;
  }

  /** Keeps a response that was understood and has validators. */
  keep(request: SiteRequest, answer: Answer): void {
    if ((request.method ?? "GET") !== "GET" || answer.status !== 200 || !mayBeKept(answer)) return;
    const key = keyOf(request);
    const before = this.#kept.get(key);
    if (before) this.#forget(key, before);
    this.#kept.set(key, { answer: bare(answer), endsAt: this.#clock.now() + KEPT_MS });
    this.#bytes += answer.body.length;
    for (const [oldest, entry] of this.#kept) {
      if (this.#kept.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) break;
      this.#forget(oldest, entry);
    }
  }

  #forget(key: string, { answer }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= answer.body.length;
  }
}

/** The request with the conditions for revalidating the earlier response. */
export function conditional(request: SiteRequest, { headers }: Answer): SiteRequest {
  return { ...request, headers: { ...request.headers, ...conditionalHeaders(headers) } };
}

/** For a 304, returns the earlier response with the 304's newer headers. */
export const asAnswered = (known: Answer, { status, headers }: Answer): Answer | null =>
  status === 304 ? makeAnswer({ ...known, headers: { ...known.headers, ...headers } }) : null;

/** The exchange as if the site had sent the page again, so that a recording needs no earlier one. */
export const answered = <E extends Pick<Answer, "status" | "headers" | "body">>(known: Answer, exchange: E): E =>
  exchange.status === 304
    ? { ...exchange, status: known.status, headers: { ...known.headers, ...exchange.headers }, body: known.body }
    : exchange;

export function conditionalHeaders(headers: Answer["headers"]): Record<string, string> {
  const { etag, "last-modified": lastModified } = headers;
  return { ...(etag && { "if-none-match": etag }), ...(lastModified && { "if-modified-since": lastModified }) };
}

function mayBeKept({ headers, body }: Answer): boolean {
  if (body.length > LARGEST_BYTES || /\bno-store\b/i.test(headers["cache-control"] ?? "")) return false;
  return headers.vary?.trim() !== "*" && Object.keys(conditionalHeaders(headers)).length > 0;
}

/** Without the text that a reader decoded. */
const bare = ({ url, status, headers, body }: Answer): Answer => makeAnswer({ url, status, headers, body });

/**
 * A response is identified by its request's own headers: language, form, city. Whether it applies to a visitor is for the
 * site to decide.
 */
function keyOf({ origin = "site", path, headers = {} }: SiteRequest): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return [origin, path, ...headerLines.sort()].join("\n");
}
