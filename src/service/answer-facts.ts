import { type AnswerFacts, resultsEnds, type WholeFacts } from "../contract/findings.ts";
import { decodeWarning, encodeWarning } from "../contract/warnings.ts";

/**
 * Converts the facts of a response to headers and back. A stored response has them beside its body, so that a replay
 * reports what the first one did. `x-resolved` is JSON and `x-warnings` has callers' names, percent-encoded because a header
 * is ASCII.
 */
export function factHeaders({ resultsEnd, total, resolved, warnings, age }: AnswerFacts): Record<string, string> {
  return {
    ...(resultsEnd && { "x-results-end": resultsEnd }),
    ...(total !== null && { "x-results-total": String(total) }),
    ...(resolved && { "x-resolved": encodeURIComponent(JSON.stringify(resolved).toWellFormed()) }),
    ...(warnings.length > 0 && { "x-warnings": warnings.map(encodeWarning).join(", ") }),
    ...(age !== null && { age: String(age) }),
  };
}

export function factsFrom(headers: Record<string, string>): AnswerFacts {
  const {
    "x-results-end": end,
    "x-results-total": total,
    "x-resolved": resolved,
    "x-warnings": warnings,
    age,
  } = headers;
  return {
    resultsEnd: resultsEnds.find((one) => one === end) ?? null,
    total: total === undefined ? null : Number(total),
    resolved: resolved === undefined ? null : JSON.parse(decodeURIComponent(resolved)),
    warnings: warnings?.split(", ").map(decodeWarning) ?? [],
    age: age === undefined ? null : Number(age),
  };
}

/** No response without its proof: records whose end is unknown are a failure of Winnow, and free. */
export function wholeFacts(facts: AnswerFacts | null): WholeFacts {
  if (!facts?.resultsEnd) throw new Error("the records ended without a reason");
  return { ...facts, resultsEnd: facts.resultsEnd };
}

/** The facts as the fields that MCP results and the dashboard show. */
export const factsView = (facts: AnswerFacts | null) => ({
  results_end: facts?.resultsEnd ?? null,
  results_total: facts?.total ?? null,
  resolved: facts?.resolved ?? null,
  warnings: facts?.warnings ?? [],
  age: facts?.age ?? null,
});
