import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { BatchView } from "../service/work-views.ts";
import type { BatchRow, BatchStore, PausedBatch } from "./batch-store.ts";
import type { JobRow } from "./job-store.ts";
import type { MailOwner } from "./mail-owner.ts";
import type { Outbox } from "./webhooks/webhook-store.ts";

const DAY_MS = 86_400_000;
/** How long the owner has to resume a batch after the warning. */
const NOTICE_MS = 7 * DAY_MS;
const PAUSED_MS = limits.pausedDays.most * DAY_MS;

export interface PausedBatchesDeps {
  batches: BatchStore;
  clock: Clock;
  outbox: Outbox;
  viewOf(row: BatchRow): Promise<BatchView>;
  endJob(job: JobRow, how: "cancelled"): Promise<void>;
  mailOwner: MailOwner;
}

/** Cancels batches paused for a month. Their owners are warned a week before. */
export function createPausedBatches(deps: PausedBatchesDeps) {
  const { batches, clock, outbox } = deps;

  async function warn(batch: PausedBatch): Promise<void> {
    const now = clock.now();
    const endsAt = new Date(Math.max(now + NOTICE_MS, batch.paused_at + PAUSED_MS)).toISOString();
    const { id, account_id: accountId, webhook } = batch;
    const data = { ...(await deps.viewOf(batch)), cancelled_at: endsAt };
    await outbox.publish({ event: "batch.expiring", accountId, subject: `${id} ${batch.paused_at}`, data, webhook });
    // Only one process sends the mail.
    if (!(await batches.markWarned(id))) return;
    const text = `Your batch ${id} (${batch.endpoint}) has been paused since ${new Date(batch.paused_at).toISOString()}. It will be cancelled at ${endsAt}, and the requests that have not run will be deleted.\n\nTo keep it, resume it with POST /batches/${id}/resume.`;
    await deps.mailOwner(accountId, "A paused batch will be cancelled in 7 days", text);
  }

  async function cancel({ id }: BatchRow): Promise<void> {
    const why = `Cancelled: it was paused for ${limits.pausedDays.most} days.`;
    const isOurs = await batches.set(id, ["paused"], {
      ...{ status: "cancelled", ended_at: clock.now(), pause_reason: why },
    });
    if (!isOurs) return;
    await batches.deleteWaiting(id);
    for (const job of await batches.openItems(id)) await deps.endJob(job, "cancelled");
  }

  return async function round(): Promise<void> {
    const now = clock.now();
    await batches.notePaused();
    for (const batch of await batches.pausedBefore(now - PAUSED_MS + NOTICE_MS, null)) await warn(batch);
    for (const batch of await batches.pausedBefore(now - PAUSED_MS, now - NOTICE_MS)) await cancel(batch);
  };
}
