import type { WarningCode } from "./warnings.ts";

/** Why there are no more records: the requested count was reached, the list ended, or the site shows no more. */
export const resultsEnds = ["count", "exhausted", "source-limit"] as const;
export type ResultsEnd = (typeof resultsEnds)[number];

/** Facts of a run besides its records. Callers read them in the response headers. */
export interface Findings {
  /** Total number of results that the site reports. */
  total: number | null;
  /** How a text was interpreted, such as the destination's name, id and type. */
  resolved: Record<string, string | number> | null;
  /** Parameters that had no effect. */
  warnings: WarningCode[];
  /** The site has more results but does not show them. */
  sourceLimited: boolean;
}

/** Metadata of a response besides its records: headers, trailers, the history row, MCP results. */
export interface AnswerFacts extends Pick<Findings, "total" | "resolved" | "warnings"> {
  /** Null until the records end, and forever if the client disconnects first. */
  resultsEnd: ResultsEnd | null;
  /** Seconds since a cached response was fetched; null if it was fetched now. */
  age: number | null;
}

/** The facts of a whole response: they say why there are no more records. */
export interface WholeFacts extends AnswerFacts {
  resultsEnd: ResultsEnd;
}

export const noFindings = (): Findings => ({ total: null, resolved: null, warnings: [], sourceLimited: false });
