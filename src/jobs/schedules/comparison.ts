import type { NotCompared } from "../../words/not-compared.ts";
import type { JobRow } from "../job-store.ts";
import type { ChangeCounts, Comparison } from "../work-views.ts";
import { isOfList } from "./compare.ts";

/** What `jobs.changes` has of a run that was read: null for a baseline. */
export type FoundChanges = FoundCounts | null | Extract<NotCompared, "no_ids">;
type FoundCounts = { [Kind in keyof ChangeCounts]: number };

export type ComparedJob = Pick<JobRow, "status" | "ended_at" | "notified" | "warnings" | "changes">;

/** The fields of a run whose values may be wrong, by its warnings. */
export const doubtedFields = ({ warnings }: Pick<JobRow, "warnings">): string[] =>
  (warnings?.split(",") ?? []).flatMap((code) => /^\s*drift:\s*(.+?)\s*$/.exec(code)?.[1] ?? []);

/** Whether a run was compared with earlier ones, why not, and what it found. A kind that was not compared is null, never 0. */
export function readComparison(job: ComparedJob): Comparison & { changes: ChangeCounts | null } {
  const found: FoundChanges = job.changes === null ? null : JSON.parse(job.changes);
  const because = reason(job, found);
  const counts = typeof found === "string" ? null : found;
  const held = because === "values_in_doubt" ? doubtedFields(job) : [];
  const unknown = {
    ...(held.length > 0 && { changed: null }),
    ...(held.some(isOfList) && { removed: null, left: null }),
  };
  const changes = counts && { ...counts, ...unknown };
  return { compared: because === null, not_compared_because: because, held_back: held, changes };
}

function reason(job: ComparedJob, found: FoundChanges): NotCompared | null {
  if (job.ended_at === null) return "pending";
  if (job.status !== "succeeded") return "failed";
  if (doubtedFields(job).length > 0) return "values_in_doubt";
  if (typeof found === "string") return found;
  if (job.changes === null) return job.notified === 0 ? "pending" : "not_possible";
  return found === null ? "first_run" : null;
}
