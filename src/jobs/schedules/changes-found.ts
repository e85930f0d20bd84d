import type { Transaction } from "kysely";
import { limits } from "../../limits/limits.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { JobRow } from "../job-store.ts";
import { appendToLog } from "./append-to-log.ts";
import type { Change } from "./compare.ts";

export type ScheduleRow = Row<"schedules">;

/** Stores a run's changes for the feed and deletes the oldest beyond the limit. */
export async function saveChanges(trx: Transaction<Schema>, job: JobRow, at: number, changes: Change[]): Promise<void> {
  const id = String(job.schedule_id);
  const rows = changes.map(({ kind, recordId, ...change }) => ({
    schedule_id: id,
    run_id: job.id,
    at,
    kind,
    record_id: recordId,
    change: JSON.stringify(change),
  }));
  await appendToLog(trx, "schedule_changes", { scheduleId: id, rows, max: limits.scheduleChanges.max });
}

/** Counts changes by kind. */
export const countChanges = (changes: Array<Pick<Change, "kind">>) => {
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  return {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    entered: count("entered"),
    left: count("left"),
  };
};
