import type { Question } from "./echo.ts";
import type { Findings } from "./findings.ts";
import type { Page } from "./page.ts";

/** A site's response: unpacked bytes, and the text in the page's actual charset. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Names of the cookies that it set; their values are secrets. */
  readonly setCookies?: readonly string[];
  text(): string;
}

export interface SiteRequest {
  /** A path on the site (`/nl/nl/s.data?...`), relative to the origin named by `origin`. */
  path: string;
  /** One of the manifest's origins; `site` by default. */
  origin?: string;
  method?: "GET" | "POST";
  /** Added to the manifest's headers. */
  headers?: Record<string, string>;
  body?: string;
  /** How a browser route fetches it: opened as a page, or fetched as data. By default, depends on the accept header. */
  as?: "page" | "data";
  /**
   * Rarely changing data, such as a list of places: revalidated conditionally next time, as are all requests of an
   * operation with cache terms.
   */
  lasting?: boolean;
  /** `follow` (the default) checks each hop against the manifest's origins; `show` passes the 3xx to the reader. */
  redirects?: "follow" | "show";
  /** The question, which the response must repeat as the operation's `echo` declares. `operation()` fills it in. */
  asks?: Question;
  /** The number of the page in its list, starting at 1, or its cursor. Lists in pages fill it in. */
  page?: number | string | null;
}

/**
 * Reads one response. Called for every status except 403, 429 and 5xx, which the engine handles itself. Throws a
 * `SourceError` to determine the next step. The engine balances the rows of a result that is, or contains, a `Page`. The
 * response is valid only while the reader runs: its memory is freed afterwards.
 */
export type AnswerReader<T> = (answer: Answer) => T;

/** A source's memory between requests, such as the site's own list of filters. Bounded; entries expire. */
export interface Memory {
  get<T>(key: string): T | undefined;
  set(key: string, value: unknown, ttlSeconds: number): void;
}

/** The only access to a website. Deadline, retries, adaptive limits, size limits, routes and block detection are behind it. */
export interface Site {
  /** The site's origin, such as `https://host`, against which relative links are resolved. */
  readonly origin: string;
  originOf(name: string): string;
  /** A setting of the manifest: the operator's value or the default. */
  setting(name: string): string;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, from the service's clock. */
  now(): number;
  readonly memory: Memory;
  read<T>(request: SiteRequest, reader: AnswerReader<T>): Promise<T>;
  /** Reports facts for the caller besides the records; facts reported earlier remain. */
  report(findings: Partial<Findings>): void;
  /**
   * Reports that the usual form of the site's pages (`data`) could not be read and another one was. Callers get the warning
   * `fallback:<form>`, and the operator an incident if it lasts.
   */
  fellBack(form: string): void;
  /** Progress of the pages that the run has yielded. */
  readonly progress: RunProgress;
  /** Reads pages concurrently, as many as the adaptive limit allows, and yields them in the requested order. */
  readAll<T>(requests: Iterable<SiteRequest>, reader: AnswerReader<T>): AsyncGenerator<T, void, undefined>;
}

export interface RunProgress {
  /** How many records the caller still needs. */
  wanted(): number;
  /** How many records of a page are new in this run. */
  newIn(page: Page): number;
}

/** Base for links on a page that is read without a network. */
export interface ReadingContext {
  readonly origin: string;
  originOf(name: string): string;
  /** Milliseconds since 1970: the reference for "tomorrow" on a page. */
  now(): number;
}
