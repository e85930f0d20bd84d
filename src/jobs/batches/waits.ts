import { sql, type Transaction } from "kysely";
import { backoff } from "../../base/backoff.ts";
import { iso } from "../../base/iso.ts";
import type { WinnowError } from "../../contract/errors.ts";
import { errorText } from "../../service/error-text.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Schema } from "../../store/schema.ts";
import { type BatchItem, type JobRow, NEVER } from "../job-store.ts";
import { refused } from "../job-view.ts";
import type { Uses } from "../parts.ts";
import { type BatchRow, notWaiting, waitUntil } from "./store.ts";

/** Consecutive failed items before the source counts as down. */
const IN_A_ROW = 3;
/** Failures at a source that responds to others before the item itself is to blame. */
const OWN_TRIES = 5;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;
/** Shorter waits are not announced. */
const NEWS_MS = 60_000;

export interface BatchWaitsDeps extends Uses<"store" | "batches" | "jobs" | "clock" | "outbox" | "news" | "feed"> {
  /** Finishes the batch if this was its last item. */
  itemEnded(job: JobRow): Promise<unknown>;
}

/**
 * Makes batches wait for a source that is down. An item that the source fails is retried on its own. When the source fails
 * several in a row, the whole batch waits and single items probe the source with growing intervals. Until the batch's
 * `wait_until`, an item fails only for its own reason: the source responds to others and fails this one repeatedly.
 */
export function createBatchWaits(deps: BatchWaitsDeps) {
  const { batches, jobs, clock, outbox, news } = deps;
  const { db } = deps.store;

  async function fail(job: JobRow, error: WinnowError): Promise<void> {
    await jobs.finish(job.id, refused(error));
    await deps.itemEnded(job);
  }

  async function notify(id: string): Promise<void> {
    const row = await batches.find(id);
    if (row?.waiting_since == null || clock.now() - row.waiting_since < NEWS_MS) return;
    const about = { accountId: row.account_id, subject: `${id} ${row.waiting_since}`, webhook: row.webhook };
    await outbox.publish({ event: "batch.waiting", ...about, data: await batches.viewOf(row) });
    const until = iso(waitUntil(row));
    const text = `Your batch ${id} (${row.endpoint}) has been waiting since ${iso(row.waiting_since)}: ${row.wait_reason}\n\nWinnow retries and continues when the source responds. Items that have not run by ${until} will fail.`;
    const untold = (trx: Transaction<Schema>) =>
      trx
        .updateTable("batches")
        .set({ wait_told_at: clock.now() })
        .where("id", "=", id)
        .where("waiting_since", "is not", null)
        .where("wait_told_at", "is", null)
        .returning("account_id as accountId")
        .executeTakeFirst();
    await news.mailOnce(untold, (told) => ({ ...told, subject: "A batch is waiting for its source", text }));
  }

  /** How many items in a row the source has failed; null if the batch is waiting and its retry is not due. */
  async function noteFailure(id: string): Promise<number | null> {
    const row = await db
      .updateTable("batches")
      .set({ wait_tries: sql<number>`wait_tries + 1` })
      .where("id", "=", id)
      .where(({ or, eb }) => or([eb("next_try_at", "is", null), eb("next_try_at", "<=", clock.now())]))
      .returning("wait_tries")
      .executeTakeFirst();
    return row?.wait_tries ?? null;
  }

  /** Makes all items wait except one, which is retried at `nextTryAt`: the first of those with the fewest source failures. */
  async function wait(id: string, reason: string, nextTryAt: number): Promise<void> {
    const since = sql<number>`coalesce(waiting_since, ${clock.now()})`;
    if (!(await batches.set(id, ["running"], { waiting_since: since, next_try_at: nextTryAt, wait_reason: reason })))
      return;
    await batches.moveWaiting(id, NEVER);
    await batches.moveFirst(id, nextTryAt);
  }

  /** Ends the wait of a batch, if it began before `before`. False if there was none, or another call has ended it. */
  async function endWait({ id, wait_tries, waiting_since }: BatchRow, before: number): Promise<boolean> {
    if (wait_tries === 0 || (waiting_since ?? 0) > before) return false;
    const own = db.updateTable("batches").where("id", "=", id).where("wait_tries", "=", wait_tries);
    return changesRow(own.set(notWaiting));
  }

  return {
    /** Handles an item that its source failed. Its admission has ended and cost nothing. */
    async sourceFailed(job: BatchItem, error: WinnowError): Promise<void> {
      const id = job.batch_id;
      const row = await batches.find(id);
      const now = clock.now();
      const again = async (at: number, failures = job.source_failures) => void (await jobs.requeue(job, at, failures));
      if (!row || row.status === "cancelled" || now >= waitUntil(row)) return fail(job, error);
      if (row.status === "paused") return again(NEVER);
      const tries = await noteFailure(id);
      // Another item has just found the source down; this one waits with the rest.
      if (tries === null) return again(NEVER);
      const retryAfterMs = Number(error.headers["retry-after"] ?? 0) * 1000;
      if (tries < IN_A_ROW) {
        const failures = job.source_failures + 1;
        if (failures >= OWN_TRIES) return fail(job, error);
        return again(now + Math.max(backoff(failures - 1, FIRST_WAIT_MS, LONGEST_WAIT_MS), retryAfterMs), failures);
      }
      const nextTryAt = now + Math.max(backoff(tries - IN_A_ROW, FIRST_WAIT_MS, LONGEST_WAIT_MS), retryAfterMs);
      await again(NEVER);
      await wait(id, errorText(error), nextTryAt);
      await notify(id);
    },

    /** The source responded to an item, so waiting items continue. Items that started before the wait prove nothing. */
    async sourceAnswered(job: BatchItem, batch: BatchRow): Promise<void> {
      const { id, account_id: accountId, waiting_since, webhook } = batch;
      if (!(await endWait(batch, job.started_at ?? 0)) || waiting_since === null) return;
      await batches.moveWaiting(id, clock.now());
      deps.feed(job);
      if (batch.wait_told_at === null) return;
      const data = await batches.viewOf(await batches.get(id));
      await outbox.publish({ event: "batch.resumed", accountId, subject: `${id} ${waiting_since}`, data, webhook });
    },
  };
}
