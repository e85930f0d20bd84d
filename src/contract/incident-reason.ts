/** The public fields of an incident. */
export interface IncidentFacts {
  kind: string;
  field: string | null;
  details: { code?: "blocked" | "unreadable" | "not_responding"; change?: string };
}

/** The public description of an incident. Engineering details of the page stay in the log and the admin view. */
export function publicReason({ kind, field, details: { code, change } }: IncidentFacts): string {
  if (change !== undefined) return `Values have changed: ${change}.`;
  if (field !== null) return `The field "${field}" is missing.`;
  if (code === "blocked") return "The source refuses our requests.";
  if (code === "unreadable") return "Winnow could not parse the source's response.";
  if (code === "not_responding") return "The source does not respond.";
  if (kind === "fallback") return "Another form of the source's pages is read than the usual one. Calls work.";
  return kind === "canary" ? "A call that must always work does not." : "Some calls fail.";
}
