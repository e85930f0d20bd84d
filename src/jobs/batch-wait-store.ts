import { sql } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import type { Row } from "../store/schema.ts";
import type { createBatchItems } from "./batch-items.ts";
import { NEVER } from "./next-job.ts";

type BatchRow = Row<"batches">;

/** What a batch says whose source answers. */
export const notWaiting = {
  ...{ waiting_since: null, next_try_at: null, wait_reason: null, wait_told_at: null, wait_tries: 0 },
};
/** For batches from before they said so. */
const WAIT_MS = 86_400_000;

/** What a batch says of a source that is down. */
export function createWaitStore({ db }: Store, clock: Clock, items: ReturnType<typeof createBatchItems>) {
  return {
    waitUntil: ({ wait_until, created_at }: BatchRow): number => wait_until ?? created_at + WAIT_MS,

    /** How many items in a row the source has failed; null where the batch waits already, and its next try is not due. */
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

    /** All items wait, but for one that is tried then: of those that the source failed least, the first. */
    async wait(id: string, { reason, nextTryAt }: { reason: string; nextTryAt: number }): Promise<void> {
      const since = sql<number>`coalesce(waiting_since, ${clock.now()})`;
      const { numUpdatedRows } = await db
        .updateTable("batches")
        .set({ waiting_since: since, next_try_at: nextTryAt, wait_reason: reason })
        .where("id", "=", id)
        .where("status", "=", "running")
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await items.moveWaiting(id, NEVER);
      await items.moveFirst(id, nextTryAt);
    },

    /** Ends a wait that began before then; gives the batch as it was. */
    async endWait(id: string, before: number): Promise<BatchRow | undefined> {
      const row = await db.selectFrom("batches").where("id", "=", id).selectAll().executeTakeFirst();
      if (!row || row.wait_tries === 0 || (row.waiting_since ?? 0) > before) return undefined;
      const { numUpdatedRows } = await db
        .updateTable("batches")
        .set(notWaiting)
        .where("id", "=", id)
        .where("wait_tries", "=", row.wait_tries)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? row : undefined;
    },

    /** Whether this call was the first to note that the owner was told of the wait. */
    async markWaitNotified(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("batches")
        .set({ wait_told_at: clock.now() })
        .where("id", "=", id)
        .where("waiting_since", "is not", null)
        .where("wait_told_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
