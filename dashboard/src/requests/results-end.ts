import { formatNumber } from "../ui/format.ts";

interface Ended {
  results: number;
  results_end: string | null;
  results_total: number | null;
  /** What was sent, with defaults: an operation without a count is asked for one thing. */
  request: object;
}

/** Explains why a call returned as many records as it did. */
export function endSentence({ results, results_end, results_total, request }: Ended): string {
  if (!("count" in request)) return "";
  const total = results_total === null ? null : formatNumber(results_total);
  switch (results_end) {
    case "count":
      return total === null || results_total === results ? "" : `The site has ${total} results.`;
    case "exhausted":
      return total === null || results_total === results
        ? "The site has no more results."
        : `The site has no more results; it counts ${total}.`;
    case "source-limit":
      return total === null
        ? `The site shows no more than ${formatNumber(results)} results.`
        : `The site shows no more than ${formatNumber(results)} of its ${total} results.`;
    default:
      return "";
  }
}
