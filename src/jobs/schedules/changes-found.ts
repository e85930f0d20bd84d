import type { Transaction } from "kysely";
import { limits } from "../../limits/limits.ts";
import type { ChangeCounts } from "../../service/work-views.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { JobRow } from "../job-store.ts";
import type { Change } from "./compare.ts";

export type ScheduleRow = Row<"schedules">;

const ROWS_AT_ONCE = 500;

/** Stores what a run found changed, for the feed, and deletes the oldest changes beyond the limit. */
export async function saveChanges(trx: Transaction<Schema>, job: JobRow, at: number, changes: Change[]): Promise<void> {
  const id = String(job.schedule_id);
  const rows = changes.map(({ kind, recordId, ...change }) => ({
    ...{ schedule_id: id, run_id: job.id, at, kind, record_id: recordId, change: JSON.stringify(change) },
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto("schedule_changes")
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
  if (rows.length === 0) return;
  await trx
    .deleteFrom("schedule_changes")
    .where("schedule_id", "=", id)
    .where("no", "<=", (from) =>
      from
        .selectFrom("schedule_changes")
        .where("schedule_id", "=", id)
        .orderBy("no", "desc")
        .offset(limits.scheduleChanges.most)
        .limit(1)
        .select("no"),
    )
    .execute();
}

/** How many changes there are of each kind. */
export const countsOf = (changes: Array<Pick<Change, "kind">>): ChangeCounts => {
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  return {
    ...{ added: count("added"), removed: count("removed"), changed: count("changed") },
    ...{ entered: count("entered"), left: count("left") },
  };
};
