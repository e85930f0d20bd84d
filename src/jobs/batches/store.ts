import type { Insertable, UpdateObject } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { coalescedByKey } from "../../base/coalesced.ts";
import { iso } from "../../base/iso.ts";
import { optionsOfRow } from "../../contract/call-options.ts";
import { pick } from "../../contract/shapes.ts";
import type { Store } from "../../store/open-store.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { type JobRow, NEVER } from "../job-store.ts";
import { type PauseKind, paused, resumesWhen } from "../pauses.ts";
import { Batch, type BatchView } from "../work-views.ts";
import { type BatchCounts, createBatchItems } from "./items.ts";

export type BatchRow = Row<"batches">;
type BatchProgress = BatchRow & { has_open: unknown };

const HALF_SUBMITTED_MS = 300_000;
const ROWS_AT_ONCE = 500;

/** Default for batches created before `wait_until` existed. */
const WAIT_MS = 86_400_000;

/** Until then, items wait for a source that is down. */
export const waitUntil = ({ wait_until, created_at }: BatchRow): number => wait_until ?? created_at + WAIT_MS;

/** Columns of a batch whose source responds. */
export const notWaiting = {
  waiting_since: null,
  next_try_at: null,
  wait_reason: null,
  wait_told_at: null,
  wait_tries: 0,
};

/** Columns of a batch that is running or has ended. */
export const notPaused = { pause_reason: null, pause_kind: null, paused_at: null, expiry_told_at: null, ...notWaiting };

export type BatchStore = ReturnType<typeof createBatchStore>;

/** Updates batches, one statement each. Items of a batch that is not running wait until `NEVER`. */
export function createBatchStore(store: Store, clock: Clock) {
  const { db } = store;

  const set = (
    id: string,
    from: Array<BatchRow["status"]>,
    change: UpdateObject<Schema, "batches">,
  ): Promise<boolean> =>
    changesRow(db.updateTable("batches").set(change).where("id", "=", id).where("status", "in", from));

  const byId = (id: string) => db.selectFrom("batches").where("id", "=", id).selectAll();

  const items = createBatchItems(store, clock);

  return {
    ...items,
    set,
    viewOf: (row: BatchRow): Promise<BatchView> => toBatchView(items, row),
    /** Keeps waiting items from starting. False if the batch is not running. */
    async pause(id: string, why: string, kind: PauseKind | null): Promise<boolean> {
      if (!(await set(id, ["running"], { ...notPaused, ...paused(why, kind), paused_at: clock.now() }))) return false;
      await items.moveWaiting(id, NEVER);
      return true;
    },
    /** Continues, under a different key if one is given. False if the batch is not paused. */
    async resume({ id, key_id }: BatchRow, keyId = key_id): Promise<boolean> {
      if (!(await set(id, ["paused"], { status: "running", key_id: keyId, ...notPaused }))) return false;
      if (keyId !== key_id) await items.handOver(id, keyId);
      await items.moveWaiting(id, clock.now());
      return true;
    },
    /** Returns the items that the caller still has to end. */
    async cancel(id: string, from: Array<BatchRow["status"]>, reason: Partial<BatchRow>): Promise<JobRow[]> {
      if (!(await set(id, from, { status: "cancelled", ended_at: clock.now(), ...reason }))) return [];
      await items.deleteWaiting(id);
      return items.openItems(id);
    },
    /** Removes a batch whose items were not stored. */
    remove: (id: string) => db.deleteFrom("batches").where("id", "=", id).where("status", "=", "admitting").execute(),
    async deleteOld(before: number): Promise<void> {
      const old = db
        .selectFrom("batches")
        .where("ended_at", "<", before)
        .orderBy("id")
        .limit(ROWS_AT_ONCE)
        .select("id");
      await db.deleteFrom("batch_invalid_lines").where("batch_id", "in", old).execute();
      await db.deleteFrom("batches").where("id", "in", old).execute();
    },
    insert: (row: Insertable<Schema["batches"]>) => db.insertInto("batches").values(row).execute(),

    find: (id: string): Promise<BatchRow | undefined> => byId(id).executeTakeFirst(),

    /** Throws if the batch does not exist. */
    get: (id: string): Promise<BatchRow> => byId(id).executeTakeFirstOrThrow(),

    findByKey: (accountId: string, key: string): Promise<BatchRow | undefined> =>
      db
        .selectFrom("batches")
        .where("account_id", "=", accountId)
        .where("idempotency_key", "=", key)
        .selectAll()
        .executeTakeFirst(),

    /** The batch and whether it has open items. Items that end together share the reading. */
    progress: coalescedByKey(
      (id: string): Promise<BatchProgress | undefined> =>
        byId(id)
          .select(({ exists, selectFrom }) =>
            exists(
              selectFrom("jobs").where("jobs.batch_id", "=", id).where("jobs.ended_at", "is", null).select("jobs.id"),
            ).as("has_open"),
          )
          .executeTakeFirst(),
    ),

    /** Ends a batch without open items. True if this call ended it. */
    finish(id: string): Promise<boolean> {
      const open = db.selectFrom("jobs").where("jobs.batch_id", "=", id).where("jobs.ended_at", "is", null);
      const own = db.updateTable("batches").where("id", "=", id).where("status", "in", ["running", "paused"]);
      return changesRow(
        own
          .set({ status: "finished", ended_at: clock.now() })
          .where(({ not, exists }) => not(exists(open.select("jobs.id").limit(1)))),
      );
    },

    open: (): Promise<BatchRow[]> =>
      db
        .selectFrom("batches")
        .where("ended_at", "is", null)
        .orderBy("created_at")
        .limit(ROWS_AT_ONCE)
        .selectAll()
        .execute(),

    /** Removes submissions whose process died before the caller had a response: all that are old enough, or just one. */
    async removeHalfSubmitted(only?: string): Promise<void> {
      const half = db
        .selectFrom("batches")
        .where("status", "=", "admitting")
        .where("ended_at", "is", null)
        .select("id");
      const old = half.where("created_at", "<", clock.now() - HALF_SUBMITTED_MS);
      for (const { id } of await (only === undefined ? old : half.where("id", "=", only)).execute()) {
        await db.transaction().execute(async (trx) => {
          const gone = await trx
            .deleteFrom("batches")
            .where("id", "=", id)
            .where("status", "=", "admitting")
            .returning("id")
            .executeTakeFirst();
          if (!gone) return;
          await trx.deleteFrom("jobs").where("batch_id", "=", id).execute();
          await trx.deleteFrom("batch_invalid_lines").where("batch_id", "=", id).execute();
        });
      }
    },
  };
}

async function toBatchView(items: ReturnType<typeof createBatchItems>, row: BatchRow): Promise<BatchView> {
  const expired = await items.expired(row);
  return pick(Batch, {
    ...row,
    ...withForgotten(row, await items.counts(row.id)),
    operation: row.endpoint,
    // A batch that is still being stored is not visible; if one is read anyway, it is about to run.
    status: row.status === "admitting" ? "running" : row.status,
    resumes: resumesWhen("batch", row),
    waiting: waitOf(row),
    wait_until: waitUntil(row),
    invalid: row.invalid_lines,
    records_expired: expired.reduce((sum, { records }) => sum + records, 0),
    max_cost: optionsOfRow(row).max_cost ?? null,
    destination: row.destination_id,
  });
}

const waitOf = ({ waiting_since, next_try_at, wait_reason }: BatchRow): BatchView["waiting"] =>
  waiting_since === null || next_try_at === null
    ? null
    : { reason: wait_reason ?? "", since: iso(waiting_since), next_try_at: iso(next_try_at) };

/** Counts requests that were cancelled before they started, whose rows are not kept. */
function withForgotten({ status, total }: BatchRow, counts: BatchCounts): BatchCounts {
  if (status !== "cancelled") return counts;
  const { items } = counts;
  const kept = Object.values(items).reduce((sum, some) => sum + some, 0);
  return { ...counts, items: { ...items, cancelled: items.cancelled + total - kept } };
}
