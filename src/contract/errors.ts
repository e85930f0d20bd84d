import { safeText } from "../base/safe-text.ts";
import { catalogue, type ErrorCode } from "./catalogue.ts";

/** One item of a 422, in FastAPI's shape. */
export interface ValidationItem {
  type: string;
  loc: Array<string | number>;
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** For the log: what is wrong and where, without the caller's values. */
const inWords = (items: ValidationItem[]): string =>
  items
    .slice(0, 5)
    .map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)
    .join("; ");

/** Errors may quote a site. Values of the caller are returned as they were given. */
const safeWords = (detail: string | ValidationItem[]): string | ValidationItem[] =>
  typeof detail === "string" ? safeText(detail) : detail.map((item) => ({ ...item, msg: safeText(item.msg) }));

/** A failure that is reported to the caller. `detail` is public; `message` is for the log. */
export class WinnowError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | ValidationItem[];
  readonly headers: Record<string, string>;
  /** Advice that is more specific than the catalogue's. Items of a 422 follow FastAPI exactly and have no room for it. */
  readonly hint: string | null;

  constructor(
    code: ErrorCode,
    detail?: string | ValidationItem[],
    options: { internal?: string; headers?: Record<string, string>; hint?: string; cause?: unknown } = {},
  ) {
    const shown = safeWords(detail ?? catalogue[code].text);
    super(
      safeText(options.internal ?? (typeof shown === "string" ? shown : inWords(shown))),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = new.target.name;
    this.code = code;
    this.detail = shown;
    this.headers = options.headers ?? {};
    this.hint = options.hint === undefined ? null : safeText(options.hint);
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/** The body fits the schema but makes no sense: 400 with a sentence that names the field. */
export const notMeant = (sentence: string): WinnowError => new WinnowError("bad_request", sentence);

interface BrokenRule {
  loc: Array<string | number>;
  msg: string;
  input?: unknown;
  /** Suggested alternatives, appended to the message and sent as `x-hint`. */
  hint?: string;
}

/** A broken rule across fields, or a value that the site rejected: 422 in FastAPI's shape, `loc` without the leading `body`. */
export const ruleBroken = (...broken: BrokenRule[]): WinnowError => {
  const items = broken.map(({ loc, msg, input, hint }) => ({
    type: "value_error",
    loc: ["body", ...loc],
    msg: `Value error, ${hint ? `${msg} ${hint}` : msg}`,
    input,
    ctx: { error: {} },
  }));
  return new WinnowError("validation", items, hintFor(broken));
};

/** A value that fits the schema but is unusable: 422 in FastAPI's shape. */
export const invalidValue = (loc: Array<string | number>, msg: string, input?: unknown): WinnowError =>
  new WinnowError("validation", [{ type: "value_error", loc, msg: `Value error, ${msg}`, input }]);

/** Well below the usual size limit of a header. */
const LONGEST_HINT = 500;

/** Joins the hints of all faults, each with its field, for `x-hint`. */
export const hintFor = (faults: Array<{ loc: Array<string | number>; hint?: string }>): { hint?: string } => {
  const hints = faults.flatMap(({ loc, hint }) => (hint ? [`${loc.join(".")}: ${hint}`] : []));
  return hints.length === 0 ? {} : { hint: hints.join(" ").slice(0, LONGEST_HINT) };
};

/** The next step when the site did not return a page: retry, try the next route, or give up. */
export type Policy = "retry" | "next-route" | "give-up";

/** The page behind a failure, for engineers. */
export interface SeenPage {
  status: number;
  /** The final address, after redirects. */
  url: string;
  title: string | null;
}

/** A failure at the site. The engine follows `policy`; the caller gets the error once attempts are exhausted. */
export abstract class SourceError extends WinnowError {
  abstract readonly policy: Policy;
  /** Null if no page was received, or the problem is the run as a whole. */
  page: SeenPage | null = null;
}

/** The site reports that the item does not exist, or is private or removed: 412. */
export class NoSuchThing extends SourceError {
  readonly policy = "give-up";
  constructor(detail?: string) {
    super("no_such_thing", detail);
  }
}

/** A block or challenge page. `marker` is the text that identifies it. */
export class Blocked extends SourceError {
  readonly policy = "next-route";
  readonly marker: string;
  constructor(marker: string) {
    super("blocked", undefined, { internal: `blocked by the source: ${marker}` });
    this.marker = marker;
  }
}

/** The reader does not understand the site's response: 500. The page is kept for engineers. */
export class Unreadable extends SourceError {
  readonly policy = "give-up";
  /** Why it may be a wall of an unknown kind, so that one other route is tried; null if it is not suspected. */
  suspicion: string | null = null;
  constructor(why: string, detail?: string) {
    super("unreadable", detail, { internal: `unreadable response: ${why}` });
  }
}

/**
 * A temporary oddity, such as a page without data or in another language: worth a retry. `last` is the error once retries
 * are exhausted.
 */
export class AskAgain extends SourceError {
  readonly policy = "retry";
  readonly last: SourceError;
  constructor(why: string, last: SourceError) {
    super(last.code, last.detail, { internal: why });
    this.last = last;
  }
}

/** A plausible response to another request than the one sent. It is retried, and `Unreadable` if it persists. */
export const otherThanAsked = (why: string, detail?: string): AskAgain =>
  new AskAgain(why, new Unreadable(why, detail));

/** The site asks to slow down (429 or a quota message). */
export class Throttled extends SourceError {
  readonly policy = "retry";
  readonly retryAfterMs: number | null;
  constructor(why: string, retryAfterMs: number | null = null) {
    super("blocked", undefined, { internal: `throttled by the source: ${why}` });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The site asked to wait longer than the caller's deadline. Fails immediately and reports when to retry. */
export class AskedToWait extends SourceError {
  readonly policy = "give-up";
  constructor(waitMs: number, now: number) {
    super("asked_to_wait", `The source asks to wait: try again ${inTime(waitMs, now)}.`, {
      headers: retryAfter(waitMs),
    });
  }
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

export const retryAfter = (waitMs: number): Record<string, string> => ({ "retry-after": String(seconds(waitMs)) });

/** `in 30 s, from 2026-11-15T10:00:00.000Z on`. */
export const inTime = (waitMs: number, now: number): string =>
  `in ${seconds(waitMs)} s, from ${new Date(now + waitMs).toISOString()} on`;

/** Refused, reset, 5xx or cut short: the site is not working. */
export class NotResponding extends SourceError {
  readonly policy = "retry";
  constructor(why: string, cause?: unknown, visible: { detail?: string; headers?: Record<string, string> } = {}) {
    super("not_responding", visible.detail, {
      internal: `not responding: ${why}`,
      cause,
      ...(visible.headers && { headers: visible.headers }),
    });
  }
}
