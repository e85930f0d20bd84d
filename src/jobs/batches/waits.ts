import { mailOwner } from "../../accounts/account-row.ts";
import { backoff } from "../../base/backoff.ts";
import { iso } from "../../base/iso.ts";
import type { WinnowError } from "../../contract/errors.ts";
import { errorText } from "../../service/error-text.ts";
import { type BatchItem, type JobRow, NEVER } from "../job-store.ts";
import { refused } from "../job-view.ts";
import type { Uses } from "../parts.ts";
import type { BatchRow } from "./store.ts";
import { waitUntil } from "./wait-store.ts";

/** Consecutive failed items before the source counts as down. */
const IN_A_ROW = 3;
/** Failures at a source that responds to others before the item itself is to blame. */
const OWN_TRIES = 5;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;
/** Shorter waits are not announced. */
const NEWS_MS = 60_000;

export interface BatchWaitsDeps extends Uses<"store" | "batches" | "jobs" | "clock" | "outbox" | "feed"> {
  /** Finishes the batch if this was its last item. */
  itemEnded(job: JobRow): Promise<unknown>;
}

/**
 * Makes batches wait for a source that is down. An item that the source fails is retried on its own. When the source fails
 * several in a row, the whole batch waits and single items probe the source with growing intervals. Until the batch's
 * `wait_until`, an item fails only for its own reason: the source responds to others and fails this one repeatedly.
 */
export function createBatchWaits(deps: BatchWaitsDeps) {
  const { batches, jobs, clock, outbox } = deps;

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
    await deps.store.db.transaction().execute(async (trx) => {
      if (!(await batches.markWaitNotified(trx, id))) return;
      await mailOwner(trx, row.account_id, "A batch is waiting for its source", text, clock.now());
    });
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
      const tries = await batches.noteSourceFailure(id);
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
      await batches.wait(id, { reason: errorText(error), nextTryAt });
      await notify(id);
    },

    /** The source responded to an item, so waiting items continue. Items that started before the wait prove nothing. */
    async sourceAnswered(job: BatchItem, batch: BatchRow): Promise<void> {
      const { id, account_id: accountId, waiting_since, webhook } = batch;
      if (!(await batches.endWait(batch, job.started_at ?? 0)) || waiting_since === null) return;
      await batches.moveWaiting(id, clock.now());
      deps.feed(job);
      if (batch.wait_told_at === null) return;
      const data = await batches.viewOf(await batches.get(id));
      await outbox.publish({ event: "batch.resumed", accountId, subject: `${id} ${waiting_since}`, data, webhook });
    },
  };
}
