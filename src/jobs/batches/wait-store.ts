import { sql, type Transaction } from "kysely";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { NEVER } from "../job-store.ts";
import type { createBatchItems } from "./items.ts";

type BatchRow = Row<"batches">;

/** Columns of a batch whose source responds. */
export const notWaiting = {
  waiting_since: null,
  next_try_at: null,
  wait_reason: null,
  wait_told_at: null,
  wait_tries: 0,
};
/** Default for batches created before `wait_until` existed. */
const WAIT_MS = 86_400_000;

/** Until then, items wait for a source that is down. */
export const waitUntil = ({ wait_until, created_at }: BatchRow): number => wait_until ?? created_at + WAIT_MS;

/** Tracks a batch's wait for a source that is down. */
export function createWaitStore({ db }: Store, clock: Clock, items: ReturnType<typeof createBatchItems>) {
  return {
    /** Returns how many items in a row the source has failed; null if the batch is waiting and its retry is not due. */
    async noteSourceFailure(id: string): Promise<number | null> {
      const row = await db
        .updateTable("batches")
        .set({ wait_tries: sql<number>`wait_tries + 1` })
        .where("id", "=", id)
        .where(({ or, eb }) => or([eb("next_try_at", "is", null), eb("next_try_at", "<=", clock.now())]))
        .returning("wait_tries")
        .executeTakeFirst();
      return row?.wait_tries ?? null;
    },

    /** Makes all items wait except one, which is retried at `nextTryAt`: the first of those with the fewest source failures. */
    async wait(id: string, { reason, nextTryAt }: { reason: string; nextTryAt: number }): Promise<void> {
      const since = sql<number>`coalesce(waiting_since, ${clock.now()})`;
      const waiting = { waiting_since: since, next_try_at: nextTryAt, wait_reason: reason };
      const own = db.updateTable("batches").where("id", "=", id).where("status", "=", "running");
      if (!(await changesRow(own.set(waiting)))) return;
      await items.moveWaiting(id, NEVER);
      await items.moveFirst(id, nextTryAt);
    },

    /** Ends the wait of a batch, if it began before `before`. False if there was none, or another call has ended it. */
    async endWait({ id, wait_tries, waiting_since }: BatchRow, before: number): Promise<boolean> {
      if (wait_tries === 0 || (waiting_since ?? 0) > before) return false;
      const own = db.updateTable("batches").where("id", "=", id).where("wait_tries", "=", wait_tries);
      return changesRow(own.set(notWaiting));
    },

    /** Notes that the owner has been told of the wait; true if that was not noted yet. */
    markWaitNotified(trx: Transaction<Schema>, id: string): Promise<boolean> {
      const untold = trx
        .updateTable("batches")
        .where("waiting_since", "is not", null)
        .where("wait_told_at", "is", null);
      return changesRow(untold.set({ wait_told_at: clock.now() }).where("id", "=", id));
    },
  };
}
