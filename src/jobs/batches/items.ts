import { type ExpressionBuilder, type Kysely, type NotNull, sql } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { inSlices } from "../../base/in-slices.ts";
import type { ValidationItem } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { STORED_MS } from "../../metering/result-store.ts";
import type { Store } from "../../store/open-store.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { type JobRow, NEVER, newId } from "../job-store.ts";
import type { JobStatus } from "../work-views.ts";
import type { InvalidLine } from "./requests.ts";

/** The lines that a batch skipped, and what is wrong with them. */
const createInvalidLines = (db: Kysely<Schema>) => ({
  async insertInvalid(accountId: string, id: string, lines: InvalidLine[]): Promise<void> {
    for await (const some of inSlices(lines)) {
      const rows = some.map(({ line, faults }) => ({ batch_id: id, line, faults: JSON.stringify(shortened(faults)) }));
      await db.insertInto("batch_invalid_lines").values(rows).execute();
    }
    if (lines.length > 0) await deleteOldest(db, accountId);
  },

  invalidLines: (id: string) =>
    db.selectFrom("batch_invalid_lines").where("batch_id", "=", id).orderBy("line").selectAll().execute(),
});

/** Deletes the lines of the oldest batches beyond the limit: they cost nothing, so an account could fill the store with them. */
async function deleteOldest(db: Kysely<Schema>, accountId: string): Promise<void> {
  const batches = await db
    .selectFrom("batches")
    .where("account_id", "=", accountId)
    .where("invalid_lines", ">", 0)
    .orderBy("created_at", "desc")
    .select(["id", "invalid_lines"])
    .execute();
  let kept = 0;
  for (const { id, invalid_lines } of batches) {
    kept += invalid_lines;
    if (kept > limits.invalidLinesKept.max)
      await db.deleteFrom("batch_invalid_lines").where("batch_id", "=", id).execute();
  }
}

const MAX_FAULTS_OF_A_LINE = 5;

/** Drops the line's values, which may be long, before the faults are stored. */
const shortened = (faults: ValidationItem[]): ValidationItem[] =>
  faults.slice(0, MAX_FAULTS_OF_A_LINE).map(({ type, loc, msg }) => ({ type, loc, msg: msg.slice(0, 300) }));

export interface BatchCounts {
  items: Record<JobStatus, number>;
  records: number;
  charged: number;
}

/** Queries on the jobs that are a batch's items. */
export function createBatchItems({ db }: Store, clock: Clock) {
  const itemsOf = (id: string) => db.selectFrom("jobs").where("batch_id", "=", id);

  return {
    /** Reschedules the waiting items, to now or to `NEVER`. */
    moveWaiting: (id: string, to: number) =>
      db
        .updateTable("jobs")
        .set({ run_after: to })
        .where("id", "in", (jobs) =>
          locked(jobs, id)
            .where("status", "=", sql.lit("queued"))
            .where("run_after", to === NEVER ? "<" : "=", NEVER),
        )
        .execute(),

    /** Reschedules one waiting item: the first of those with the fewest source failures. */
    moveFirst: (id: string, to: number) =>
      db
        .updateTable("jobs")
        .set({ run_after: to })
        .where(
          "id",
          "=",
          itemsOf(id)
            .where("status", "=", sql.lit("queued"))
            .orderBy("source_failures")
            .orderBy("line")
            .limit(1)
            .select("id"),
        )
        .execute(),

    /** Unfinished items continue under a different key. */
    handOver: (id: string, keyId: string) =>
      db
        .updateTable("jobs")
        .set({ key_id: keyId })
        .where("id", "in", (jobs) => locked(jobs, id).where("ended_at", "is", null))
        .execute(),

    async counts(id: string): Promise<BatchCounts> {
      const rows = await itemsOf(id)
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
        // Items are never "admitting": the batch's own row is, until they are stored.
        if (row.status !== "admitting") items[row.status] = Number(row.items);
        charged += Number(row.charged);
        if (row.status === "succeeded") records += Number(row.records);
      }
      return { items, records, charged };
    },

    /** Failed items become new jobs on the same lines, because an admission ends only once. */
    requeueFailed: (id: string, notified: number) =>
      db
        .updateTable("jobs")
        .set({
          id: newId,
          status: "queued",
          run_after: clock.now(),
          attempt: 0,
          held: 0,
          source_failures: 0,
          notified,
          started_at: null,
          ended_at: null,
          http_status: null,
          error_code: null,
          error_detail: null,
        })
        .where("batch_id", "=", id)
        .where("status", "=", "failed")
        .execute(),

    /** Deletes the items that were never admitted. The others are ended one by one. */
    deleteWaiting: (id: string) =>
      db
        .deleteFrom("jobs")
        .where("id", "in", (jobs) => locked(jobs, id).where("status", "=", sql.lit("queued")).where("held", "=", 0))
        .execute(),

    openItems: (id: string, max: number = limits.batchItems.max): Promise<JobRow[]> =>
      itemsOf(id).where("ended_at", "is", null).limit(max).selectAll().execute(),

    ...createBatchLines(db, clock),

    ...createInvalidLines(db),

    failed: (id: string) =>
      itemsOf(id).where("status", "=", "failed").orderBy("line").selectAll().$narrowType<{ line: NotNull }>().execute(),
  };
}

/** Selects the ids of a batch's items, locked in a fixed order. */
const locked = (from: ExpressionBuilder<Schema, "jobs">, batchId: string) =>
  from.selectFrom("jobs as item").where("batch_id", "=", batchId).orderBy("id").select("id").forUpdate();

/** Queries on the records of a batch's lines. */
function createBatchLines(db: Kysely<Schema>, clock: Clock) {
  const succeeded = (id: string) =>
    db.selectFrom("jobs").where("batch_id", "=", id).where("status", "=", "succeeded").orderBy("line");

  return {
    /** How many records each succeeded item has, by line. */
    succeededFrom: (id: string, line: number) =>
      succeeded(id).where("line", ">=", line).select(["line", "records"]).$narrowType<{ line: NotNull }>().execute(),

    /** The succeeded items of these lines. */
    succeededOn: async (id: string, lines: number[]) =>
      lines.length === 0
        ? []
        : succeeded(id)
            .where("line", "in", lines)
            .select(["id", "line", "account_id", "records"])
            .$narrowType<{ line: NotNull }>()
            .execute(),

    /** The recalls that name items of a batch. */
    recalls: async ({ id, account_id }: Pick<Row<"batches">, "id" | "account_id">) =>
      (
        await db
          .selectFrom("recall_items")
          .innerJoin("recalls", "recalls.no", "recall_items.recall_no")
          .innerJoin("jobs", "jobs.id", "recall_items.request_id")
          .where("recall_items.account_id", "=", account_id)
          .where("is_checked", "=", 1)
          .where("jobs.batch_id", "=", id)
          .where("recalls.withdrawn_at", "is", null)
          .select("recalls.no")
          .distinct()
          .orderBy("recalls.no")
          .execute()
      ).map(({ no }) => no),

    /** Items whose records have expired. Batches too recent to have any are skipped. */
    expired: async ({ id, created_at }: Pick<Row<"batches">, "id" | "created_at">) =>
      clock.now() - created_at < STORED_MS
        ? []
        : succeeded(id)
            .where("records", ">", 0)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom("requests")
                    .innerJoin("answers", "answers.request_no", "requests.no")
                    .whereRef("requests.request_id", "=", "jobs.id")
                    .whereRef("requests.account_id", "=", "jobs.account_id")
                    .where("answers.expires_at", ">", clock.now())
                    .select("requests.no"),
                ),
              ),
            )
            .select(["id", "line", "records", "ended_at"])
            .$narrowType<{ line: NotNull }>()
            .execute(),
  };
}
