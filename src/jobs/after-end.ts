import type { Clock } from "../base/clock.ts";
import { publicReason } from "../contract/incident-reason.ts";
import type { JobStatus, JobView } from "../service/work-views.ts";
import type { Store } from "../store/open-store.ts";
import { coalesced } from "./coalesced.ts";
import type { JobRow } from "./job-store.ts";
import { toView } from "./job-view.ts";
import type { Outbox } from "./webhooks/webhook-store.ts";

const AT_ONCE = 100;
/** An incident that was opened longer ago is no news. */
const NEWS_MS = 3_600_000;

export interface AfterEndParts {
  store: Store;
  clock: Clock;
  outbox: Outbox;
  batchView(id: string): Promise<unknown>;
  /** What a schedule makes of its run; before anybody is told. */
  runEnded(job: JobRow): Promise<void>;
}

/**
 * What happens once a job or batch has ended: schedules compare, webhooks are told. Each step can be done again
 * without harm, and the rows are marked last, so a process that dies between two of them loses nothing.
 */
export function createAfterEnd({ store: { db }, clock, outbox, batchView, runEnded }: AfterEndParts) {
  async function jobs(): Promise<void> {
    const ended = await db
      .selectFrom("jobs")
      .where("notified", "=", 0)
      .where("ended_at", "is not", null)
      .orderBy("ended_at")
      .limit(AT_ONCE)
      .selectAll()
      .execute();
    for (const job of ended) {
      if (job.schedule_id !== null) await runEnded(job);
      const event = eventOf(job.status as JobStatus);
      if (event) {
        const { request: _, ...data }: JobView = toView(job);
        await outbox.tell({ event, accountId: job.account_id, subject: job.id, data, webhook: job.webhook });
      }
    }
    if (ended.length === 0) return;
    const told = ended.map(({ id }) => id);
    await db.updateTable("jobs").set({ notified: 1 }).where("id", "in", told).execute();
  }

  async function batches(): Promise<void> {
    const ended = await db
      .selectFrom("batches")
      .where("notified", "=", 0)
      .where("ended_at", "is not", null)
      .limit(AT_ONCE)
      .selectAll()
      .execute();
    for (const { id, account_id, ended_at, webhook } of ended) {
      // A batch whose failures were tried again ends again.
      const subject = `${id} ${ended_at}`;
      await outbox.tell({
        event: "batch.finished",
        accountId: account_id,
        subject,
        data: await batchView(id),
        webhook,
      });
      await db.updateTable("batches").set({ notified: 1 }).where("id", "=", id).execute();
    }
  }

  /** Sources that have become unwell, to all who asked to be told. */
  async function incidents(): Promise<void> {
    const opened = await db
      .selectFrom("incidents")
      .where("opened_at", ">", clock.now() - NEWS_MS)
      .where("closed_at", "is", null)
      .select(["no", "source", "operation", "kind", "field", "details", "opened_at"])
      .execute();
    if (opened.length === 0) return;
    const accounts = await db
      .selectFrom("webhook_endpoints")
      .where("status", "=", "active")
      .select("account_id")
      .distinct()
      .execute();
    for (const { no, opened_at, source, operation, kind, field, details } of opened) {
      const data = { source, operation, reason: publicReason({ kind, field, details: JSON.parse(details) }) };
      for (const { account_id: accountId } of accounts) {
        const since = new Date(opened_at).toISOString();
        await outbox.tell({
          event: "source.degraded",
          accountId,
          subject: `${accountId} ${no}`,
          data: { ...data, since },
        });
      }
    }
  }

  return { jobs: coalesced(jobs), batches: coalesced(batches), incidents };
}

const eventOf = (status: JobStatus): "job.succeeded" | "job.failed" | null =>
  status === "succeeded" || status === "failed" ? `job.${status}` : null;
