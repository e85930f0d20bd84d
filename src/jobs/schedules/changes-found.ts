import type { Kysely } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { limits } from "../../limits/limits.ts";
import type { ChangeCounts } from "../../service/work-views.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { JobRow } from "../job-store.ts";
import type { Outbox } from "../webhooks/webhook-store.ts";
import type { Change } from "./compare.ts";

export type ScheduleRow = Row<"schedules">;

const ROWS_AT_ONCE = 500;
/** Changes that a webhook carries; the rest are read from the feed. */
const TOLD_CHANGES = 20;

/** Stores what a run found changed, for the feed, and tells the owner's webhook. */
export function createChangesFound({ db, outbox, clock }: { db: Kysely<Schema>; outbox: Outbox; clock: Clock }) {
  /** The newest changes stay. */
  const deleteOldest = (id: string) =>
    db
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

  return async function changesFound(row: ScheduleRow, job: JobRow, changes: Change[]): Promise<void> {
    const counts = countsOf(changes);
    await db
      .updateTable("jobs")
      .set({ changes: JSON.stringify(counts) })
      .where("id", "=", job.id)
      .execute();
    if (changes.length === 0) return;
    const rows = changes.map(({ kind, recordId, ...change }) => ({
      ...{
        schedule_id: row.id,
        run_id: job.id,
        at: clock.now(),
        kind,
        record_id: recordId,
        change: JSON.stringify(change),
      },
    }));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await db
        .insertInto("schedule_changes")
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((conflict) => conflict.columns(["run_id", "record_id"]).doNothing())
        .execute();
    }
    await deleteOldest(row.id);
    const { id, name, account_id: accountId, webhook } = row;
    const shown = changes.slice(0, TOLD_CHANGES).map(({ recordId, ...change }) => ({ record_id: recordId, ...change }));
    const data = { schedule_id: id, name, run_id: job.id, ...counts, changes: shown };
    await outbox.tell({ event: "schedule.changed", accountId, subject: job.id, about: id, data, webhook });
  };
}

/** How many changes there are of each kind. */
export const countsOf = (changes: Array<Pick<Change, "kind">>): ChangeCounts => {
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  return {
    ...{ added: count("added"), removed: count("removed"), changed: count("changed") },
    ...{ entered: count("entered"), left: count("left") },
  };
};
