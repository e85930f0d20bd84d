import { catalogue, type ErrorCode } from "./catalogue.ts";

/** One entry of a 422, in FastAPI's shape. */
export interface ValidationItem {
  type: string;
  loc: Array<string | number>;
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** For the log: what is wrong and where, without what the caller sent. */
const inWords = (items: ValidationItem[]): string =>
  items
    .slice(0, 5)
    .map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)
    .join("; ");

/**
 * A failure that the caller is told about. `detail` is public; `message` (the internal side) is for the log.
 */
export class WinnowError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | ValidationItem[];
  readonly headers: Record<string, string>;
  /** What to do, where more is known than the catalogue's advice for the code; the items of a 422 are FastAPI's own. */
  readonly hint: string | null;

  constructor(
    code: ErrorCode,
    detail?: string | ValidationItem[],
    options: { internal?: string; headers?: Record<string, string>; hint?: string; cause?: unknown } = {},
  ) {
    const shown = detail ?? catalogue[code].text;
    super(
      options.internal ?? (typeof shown === "string" ? shown : inWords(shown)),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = "WinnowError";
    this.code = code;
    this.detail = shown;
    this.headers = options.headers ?? {};
    this.hint = options.hint ?? null;
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/** The body fits the schema, but cannot be meant: 400, a sentence that names the field. */
export const notMeant = (sentence: string): WinnowError => new WinnowError("bad_request", sentence);

interface BrokenRule {
  loc: Array<string | number>;
  msg: string;
  input?: unknown;
  /** What to send instead: said behind the message, and in `x-hint`. */
  hint?: string;
}

/** A rule across fields, or a value the site did not take: 422 in FastAPI's shape, `loc` without the leading `body`. */
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

/** A value that fits the schema and that nothing can be done with: 422 in FastAPI's shape. */
export const invalidValue = (loc: Array<string | number>, msg: string, input?: unknown): WinnowError =>
  new WinnowError("validation", [{ type: "value_error", loc, msg: `Value error, ${msg}`, input }]);

/** As much as a header holds with room to spare. */
const LONGEST_HINT = 500;

/** What to do about each fault, by its field: for `x-hint`. */
export const hintFor = (faults: Array<{ loc: Array<string | number>; hint?: string }>): { hint?: string } => {
  const hints = faults.flatMap(({ loc, hint }) => (hint ? [`${loc.join(".")}: ${hint}`] : []));
  return hints.length === 0 ? {} : { hint: hints.join(" ").slice(0, LONGEST_HINT) };
};

/**
 * What to do next when the site did not give a page: try the same again, try the next route, or give up.
 */
export type Policy = "retry" | "next-route" | "give-up";

/** A failure at the site. The engine follows `policy`; when it has run out of tries the caller gets the error. */
export abstract class SourceError extends WinnowError {
  abstract readonly policy: Policy;
}

/** The site says there is no such thing (or it is private or removed): 412. */
export class NoSuchThing extends SourceError {
  readonly policy = "give-up";
  constructor(detail?: string) {
    super("no_such_thing", detail);
    this.name = "NoSuchThing";
  }
}

/** A block or challenge page. `marker` says what gave it away. */
export class Blocked extends SourceError {
  readonly policy = "next-route";
  constructor(marker: string) {
    super("blocked", undefined, { internal: `blocked by the source: ${marker}` });
    this.name = "Blocked";
  }
}

/** The page that could not be read, for an engineer. */
export interface SeenPage {
  status: number;
  /** Where the redirects led. */
  url: string;
  title: string | null;
}

/** The site answered in a form that the reader does not know: 500, the page is kept for an engineer. */
export class Unreadable extends SourceError {
  readonly policy = "give-up";
  /** Null where it is the run as a whole that does not add up. */
  page: SeenPage | null = null;
  constructor(why: string, detail?: string) {
    super("unreadable", detail, { internal: `unreadable answer: ${why}` });
    this.name = "Unreadable";
  }
}

/** A passing oddity (a shell without data, another language than asked for): worth asking again; then `last` is what it was. */
export class AskAgain extends SourceError {
  readonly policy = "retry";
  readonly last: SourceError;
  constructor(why: string, last: SourceError) {
    super(last.code, last.detail, { internal: why });
    this.name = "AskAgain";
    this.last = last;
  }
}

/** The site asks to slow down (429, a quota answer). */
export class Throttled extends SourceError {
  readonly policy = "retry";
  readonly retryAfterMs: number | null;
  constructor(why: string, retryAfterMs: number | null = null) {
    super("blocked", undefined, { internal: `throttled by the source: ${why}` });
    this.name = "Throttled";
    this.retryAfterMs = retryAfterMs;
  }
}

/** The site may not be asked before a time that the caller does not wait for: told at once, with that time. */
export class AskedToWait extends SourceError {
  readonly policy = "give-up";
  constructor(waitMs: number, now: number) {
    super("asked_to_wait", `The source asks to wait: try again ${inTime(waitMs, now)}.`, {
      headers: retryAfter(waitMs),
    });
    this.name = "AskedToWait";
  }
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

export const retryAfter = (waitMs: number): Record<string, string> => ({ "retry-after": String(secondsOf(waitMs)) });

/** `in 30 s, from 2026-11-15T10:00:00.000Z on`. */
export const inTime = (waitMs: number, now: number): string =>
  `in ${secondsOf(waitMs)} s, from ${new Date(now + waitMs).toISOString()} on`;

/** Refused, reset, 5xx, cut short: the site is not responding as a site. */
export class NotResponding extends SourceError {
  readonly policy = "retry";
  constructor(why: string, cause?: unknown, told: { detail?: string; headers?: Record<string, string> } = {}) {
    super("not_responding", told.detail, {
      internal: `not responding: ${why}`,
      cause,
      ...(told.headers && { headers: told.headers }),
    });
    this.name = "NotResponding";
  }
}
