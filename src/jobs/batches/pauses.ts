import type { NotNull, Transaction } from "kysely";
import { iso } from "../../base/iso.ts";
import { limits } from "../../limits/limits.ts";
import type { Schema } from "../../store/schema.ts";
import type { Uses } from "../parts.ts";
import type { BatchRow } from "./store.ts";

const DAY_MS = 86_400_000;
/** How long the owner has to resume a batch after the warning. */
const NOTICE_MS = 7 * DAY_MS;
const PAUSED_MS = limits.pausedDays.max * DAY_MS;

/** Batches per round. */
const AT_ONCE = 500;

type PausedBatch = BatchRow & { paused_at: number };

/** Ends pauses: resumes batches that can be paid again, and cancels those paused for a month. */
export function createBatchPauses({
  store: { db },
  batches,
  bounds,
  service,
  news,
  clock,
  ...deps
}: Uses<"store" | "batches" | "bounds" | "service" | "news" | "clock" | "outbox" | "callerOf" | "endJob">) {
  const paused = () => db.selectFrom("batches").where("ended_at", "is", null).where("status", "=", "paused");

  /** Batches paused before `before` whose owners were not warned of the expiry, or were warned before `warnedBefore`. */
  const pausedBefore = (before: number, warnedBefore: number | null): Promise<PausedBatch[]> =>
    paused()
      .where("paused_at", "<=", before)
      .where("expiry_told_at", warnedBefore === null ? "is" : "<=", warnedBefore)
      .limit(AT_ONCE)
      .selectAll()
      .$narrowType<{ paused_at: NotNull }>()
      .execute();

  async function isPaid(row: BatchRow): Promise<boolean> {
    const entry = service.registry.byPath(row.endpoint);
    const caller = await deps.callerOf(row.key_id);
    const [next] = await batches.openItems(row.id, 1);
    return !!entry && !!caller && !!next && bounds.canPay(caller, service.costOf(entry, JSON.parse(next.params)));
  }

  async function warn(batch: PausedBatch): Promise<void> {
    const { id, account_id: accountId, webhook, paused_at } = batch;
    const endsAt = iso(Math.max(clock.now() + NOTICE_MS, paused_at + PAUSED_MS));
    const data = { ...(await batches.viewOf(batch)), cancelled_at: endsAt };
    await deps.outbox.publish({ event: "batch.expiring", accountId, subject: `${id} ${paused_at}`, data, webhook });
    const text = `Your batch ${id} (${batch.endpoint}) has been paused since ${iso(paused_at)}. It will be cancelled at ${endsAt}, and the requests that have not run will be deleted.\n\nTo keep it, resume it with POST /batches/${id}/resume.`;
    const untold = (trx: Transaction<Schema>) =>
      trx
        .updateTable("batches")
        .set({ expiry_told_at: clock.now() })
        .where("id", "=", id)
        .where("status", "=", "paused")
        .where("expiry_told_at", "is", null)
        .returning("account_id as accountId")
        .executeTakeFirst();
    await news.mailOnce(untold, (told) => ({ ...told, subject: "A paused batch will be cancelled in 7 days", text }));
  }

  async function cancel({ id }: BatchRow): Promise<void> {
    const pause_reason = `Cancelled: it was paused for ${limits.pausedDays.max} days.`;
    for (const job of await batches.cancel(id, ["paused"], { pause_reason })) await deps.endJob(job, "cancelled");
  }

  return {
    /** Resumes batches paused for lack of points once there are enough for their next item. */
    async resumePaid(): Promise<void> {
      // The most recently paused first: older ones may have been abandoned.
      const short = paused().where("pause_kind", "=", "points").orderBy("paused_at", "desc");
      for (const row of await short.limit(AT_ONCE).selectAll().execute()) {
        if (!(await isPaid(row)) || !(await batches.resume(row))) continue;
        const running = await batches.find(row.id);
        if (running) await news.resumed("batch", row, row.paused_at ?? 0, await batches.viewOf(running));
      }
    },
    /** Cancels batches paused for a month. Their owners are warned a week before. */
    async cancelExpired(): Promise<void> {
      const now = clock.now();
      await db
        .updateTable("batches")
        .set({ paused_at: now })
        .where("ended_at", "is", null)
        .where("status", "=", "paused")
        .where("paused_at", "is", null)
        .execute();
      for (const batch of await pausedBefore(now - PAUSED_MS + NOTICE_MS, null)) await warn(batch);
      for (const batch of await pausedBefore(now - PAUSED_MS, now - NOTICE_MS)) await cancel(batch);
    },
  };
}
