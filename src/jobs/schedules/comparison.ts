import type { NotCompared } from "../../service/not-compared.ts";
import type { ChangeCounts, Comparison } from "../../service/work-views.ts";
import type { JobRow } from "../job-store.ts";

/** What `jobs.changes` has of a run that was read: null for a baseline. */
export type FoundChanges = FoundCounts | null | Extract<NotCompared, "no_ids">;
type FoundCounts = { [Kind in keyof ChangeCounts]: number };

export type ComparedJob = Pick<JobRow, "status" | "ended_at" | "notified" | "warnings" | "changes">;

/** Whether the values of a run may be wrong, by its warnings. */
export const isInDoubt = ({ warnings }: Pick<JobRow, "warnings">): boolean =>
  warnings?.split(",").some((code) => code.trim().startsWith("drift:")) ?? false;

/** Whether a run was compared with earlier ones, why not, and what it found. A kind that was not compared is null, never 0. */
export function comparisonOf(job: ComparedJob): Comparison & { changes: ChangeCounts | null } {
  const found: FoundChanges = job.changes === null ? null : JSON.parse(job.changes);
  const because = reasonOf(job, found);
  const counts = typeof found === "string" ? null : found;
  const changes =
    because === "values_in_doubt" && counts ? { ...counts, changed: null, removed: null, left: null } : counts;
  return { compared: because === null, not_compared_because: because, changes };
}

function reasonOf(job: ComparedJob, found: FoundChanges): NotCompared | null {
  if (job.ended_at === null) return "pending";
  if (job.status !== "succeeded") return "failed";
  if (isInDoubt(job)) return "values_in_doubt";
  if (typeof found === "string") return found;
  if (job.changes === null) return job.notified === 0 ? "pending" : "not_possible";
  return found === null ? "first_run" : null;
}
