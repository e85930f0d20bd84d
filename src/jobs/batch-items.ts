import { sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { JobStatus } from "../service/work-views.ts";
import type { Store } from "../store/open-store.ts";
import { type JobRow, NEVER, newIdOn } from "./job-store.ts";

export interface BatchCounts {
  items: Record<JobStatus, number>;
  records: number;
  charged: number;
}

/** The jobs that are a batch's items. */
export function createBatchItems({ db, dialect }: Store, clock: Clock) {
  const newId = newIdOn(dialect);

  return {
    /** Moves the items that wait: to now, or to `NEVER`. */
    moveWaiting: (id: string, to: number) =>
      db
        .updateTable("jobs")
        .set({ run_after: to })
        .where("batch_id", "=", id)
        .where("status", "=", sql.lit("queued"))
        .where("run_after", to === NEVER ? "<" : "=", NEVER)
        .execute(),

    /** Of the items that wait, one is tried then: of those that their source failed least, the first. */
    moveFirst: (id: string, to: number) =>
      db
        .updateTable("jobs")
        .set({ run_after: to })
        .where("id", "=", (from) =>
          from
            .selectFrom("jobs")
            .where("batch_id", "=", id)
            .where("status", "=", sql.lit("queued"))
            .orderBy("source_failures")
            .orderBy("line")
            .limit(1)
            .select("id"),
        )
        .execute(),

    /** What has not ended goes on with another key. */
    handOver: (id: string, keyId: string) =>
      db.updateTable("jobs").set({ key_id: keyId }).where("batch_id", "=", id).where("ended_at", "is", null).execute(),

    async counts(id: string): Promise<BatchCounts> {
      const rows = await db
        .selectFrom("jobs")
        .where("batch_id", "=", id)
        .groupBy("status")
        .select((select) => [
          "status",
          select.fn.countAll<number>().as("items"),
          select.fn.sum<number>("charged").as("charged"),
          select.fn.sum<number>("records").as("records"),
        ])
        .execute();
      const items = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
      let [records, charged] = [0, 0];
      for (const row of rows) {
        items[row.status as JobStatus] = Number(row.items);
        charged += Number(row.charged);
        if (row.status === "succeeded") records += Number(row.records);
      }
      return { items, records, charged };
    },

    /** The items that failed become new jobs on the same lines: an admission ends once. */
    requeueFailed: (id: string) =>
      db
        .updateTable("jobs")
        .set({
          ...{ id: newId, status: "queued", run_after: clock.now(), attempt: 0, held: 0, source_failures: 0 },
          ...{ started_at: null, ended_at: null, http_status: null, error_code: null, error_detail: null },
        })
        .where("batch_id", "=", id)
        .where("status", "=", "failed")
        .execute(),

    /** Items that were never let in; the others are ended one by one. */
    deleteWaiting: (id: string) =>
      db
        .deleteFrom("jobs")
        .where("batch_id", "=", id)
        .where("status", "=", sql.lit("queued"))
        .where("held", "=", 0)
        .execute(),

    openItems: (id: string, most: number = limits.batchItems.most): Promise<JobRow[]> =>
      db.selectFrom("jobs").where("batch_id", "=", id).where("ended_at", "is", null).limit(most).selectAll().execute(),

    /** Items that succeeded, by line. */
    succeededAfter: (id: string, line: number, most: number) =>
      db
        .selectFrom("jobs")
        .where("batch_id", "=", id)
        .where("status", "=", "succeeded")
        .where("line", ">", line)
        .orderBy("line")
        .limit(most)
        .select(["id", "line", "account_id"])
        .execute(),

    failed: (id: string) =>
      db
        .selectFrom("jobs")
        .where("batch_id", "=", id)
        .where("status", "=", "failed")
        .orderBy("line")
        .selectAll()
        .execute(),
  };
}
