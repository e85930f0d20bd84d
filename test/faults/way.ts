import type { ChildReader } from "./readers/child-reader.ts";

export const OPERATION: string = "nlretail/products/search";
export const REQUEST = { keyword: "laptop", count: 110 };
/** Lines of different lengths, so that they end in another order than they began. */
export const LINES = Array.from({ length: 8 }, (_, at) => ({ keyword: "laptop", count: at % 3 === 0 ? 20 : 2 }));

export type Rec = Record<string, unknown>;

/** One reading of one account, through the proxy. */
export interface Reading {
  url: string;
  key: string;
  /** The job, batch, link or schedule to read. */
  id: string;
  idempotencyKey: string;
  /** Seconds without a byte after which the client gives up; null for its default. */
  timeout: number | null;
  readers: Readers;
}

export interface Readers {
  python: ChildReader | null;
  commandLine: ChildReader;
}

/** The records that were read, and what the answer says of its cost. */
export interface Read {
  records: Rec[];
  charged?: number | null;
  replayed?: boolean;
  warnings?: string[];
}

/** What must exist before: many cells read it, because reading it is free. A running batch is new for each cell. */
export type Needed = "job" | "batch" | "running batch" | "long batch" | "feed" | `link ${LinkFormat}`;

export type LinkFormat = "csv" | "ndjson" | "json";

/** A way of reading records. */
export interface Way {
  name: string;
  /** The requests whose responses are broken: method and path. */
  target: RegExp;
  needs?: Needed;
  /** How much a second reading after an error may cost, if it is a new request: the price again. */
  isNewEachTime?: boolean;
  read(reading: Reading): Promise<Read>;
}

export const targets = {
  call: /^POST \/api\//,
  jobFromItsSubmission: /^(POST \/api|GET \/jobs)\//,
  job: /^GET \/jobs\/[^/]+\/records/,
  batch: /^GET \/batches\/[^/]+\/records/,
  history: /^GET \/token\/requests/,
  jobs: /^GET \/jobs\?/,
};

export const ndjsonRecords = (text: string): Rec[] =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
