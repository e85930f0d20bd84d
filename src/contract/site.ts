import type { Findings } from "./findings.ts";
import type { Page } from "./page.ts";

/** What a site answered: unpacked bytes, and the text in the charset that the page really has. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  text(): string;
}

export interface SiteRequest {
  /** A path of the site (`/nl/nl/s.data?...`), under the origin named by `origin`. */
  path: string;
  /** One of the manifest's origins; `site` unless given. */
  origin?: string;
  method?: "GET" | "POST";
  /** Added to the manifest's. */
  headers?: Record<string, string>;
  body?: string;
  /** How a browser route gets it: opened as a page, or fetched as data; by what it accepts unless given. */
  as?: "page" | "data";
  /** What hardly changes (a list of places, say): asked conditionally the next time, as all requests of an operation with cache terms are. */
  lasting?: boolean;
  /** `follow` (each hop checked against the manifest's origins) unless given; `show` hands the 3xx to the reader. */
  redirects?: "follow" | "show";
}

/**
 * Reads one answer. It is called for every status but 403, 429 and 5xx, which the engine settles itself, and
 * throws a `SourceError` to say what to do next. The engine balances the rows of a result that is, or holds, a `Page`.
 * The answer is valid only while the reader runs: its memory is freed afterwards.
 */
export type AnswerReader<T> = (answer: Answer) => T;

/** What a source may remember between requests (the site's own list of filters, say). Bounded; entries end. */
export interface Memory {
  get<T>(key: string): T | undefined;
  set(key: string, value: unknown, ttlSeconds: number): void;
}

/** The only way out to a website. Deadline, retries, adaptive limits, size limits, routes and block detection live behind it. */
export interface Site {
  /** The origin of the site, such as `https://host`: what relative links are resolved against. */
  readonly origin: string;
  originOf(name: string): string;
  /** A setting of the manifest, as the operator has it or by its default. */
  setting(name: string): string;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970, by the service's clock. */
  now(): number;
  readonly memory: Memory;
  read<T>(request: SiteRequest, reader: AnswerReader<T>): Promise<T>;
  /** Says what the caller should know besides the records; what was said before and is not said again stays. */
  report(findings: Partial<Findings>): void;
  /** What has become of the pages that the run has handed over. */
  readonly progress: RunProgress;
  /** Reads pages side by side, as many as the adaptive limit allows, and gives them in the order asked for. */
  readAll<T>(requests: Iterable<SiteRequest>, reader: AnswerReader<T>): AsyncGenerator<T, void, undefined>;
}

export interface RunProgress {
  /** How many records the caller still wants. */
  wanted(): number;
  /** How many records of a page no page before has had. */
  newIn(page: Page): number;
}

/** Where links of a page point when it is read without a network. */
export interface ReadingContext {
  readonly origin: string;
  originOf(name: string): string;
  /** Milliseconds since 1970: what "tomorrow" on a page counts from. */
  now(): number;
}
