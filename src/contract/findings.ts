import type { WarningCode } from "./warnings.ts";

/** Why there are no more records: as many as asked for, all there are, or all that the site shows. */
export const resultsEnds = ["count", "exhausted", "source-limit"] as const;
export type ResultsEnd = (typeof resultsEnds)[number];

/** What a run found out besides its records: callers read it in the headers of the answer. */
export interface Findings {
  /** How many results the site says it has. */
  total: number | null;
  /** What a text was taken to mean, such as the destination's name, id and type. */
  resolved: Record<string, string | number> | null;
  /** Parameters that had no effect. */
  warnings: WarningCode[];
  /** The site shows no more than this, although it has more. */
  sourceLimited: boolean;
}

/** What an answer says about itself besides its records: headers, trailers, the history row, MCP results. */
export interface AnswerFacts extends Pick<Findings, "total" | "resolved" | "warnings"> {
  /** Null until the records have ended, and for good where the client left before. */
  resultsEnd: ResultsEnd | null;
  /** Seconds since the site was asked, where the answer is a kept one; null where it was asked just now. */
  age: number | null;
}

export const noFindings = (): Findings => ({ total: null, resolved: null, warnings: [], sourceLimited: false });
