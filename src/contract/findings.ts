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

export const noFindings = (): Findings => ({ total: null, resolved: null, warnings: [], sourceLimited: false });
