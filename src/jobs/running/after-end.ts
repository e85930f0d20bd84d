import { coalesced } from "../../base/coalesced.ts";
import { iso } from "../../base/iso.ts";
import { publicReason } from "../../contract/incident-reason.ts";
import type { AnyDb, Row } from "../../store/schema.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import type { QueueFile } from "../destinations/file-deliveries.ts";
import type { JobRow } from "../job-store.ts";
import { toView } from "../job-view.ts";
import type { Uses } from "../parts.ts";
import type { JobView } from "../work-views.ts";

/** Attempts per row before it is set aside, in case the failure was transient. */
const MAX_TRIES = 3;
const AT_ONCE = 100;
/** Value of `notified` for a row whose follow-up failed repeatedly. */
const QUARANTINED = 2;
/** Incidents opened longer ago are not announced. */
const NEWS_MS = 3_600_000;

export interface AfterEndDeps extends Uses<"store" | "clock" | "outbox" | "batches" | "onError"> {
  /** Compares a schedule's run. Called before anyone is notified. */
  runEnded(job: JobRow): Promise<void>;
  queueFile: QueueFile;
}

/**
 * Follows up on ended jobs and batches: compares schedules, notifies webhooks. Each step is idempotent and rows are marked
 * last, so a process that dies between two steps loses nothing.
 */
export function createAfterEnd(deps: AfterEndDeps) {
  const { clock, outbox, runEnded, queueFile, onError } = deps;
  const { db } = deps.store;

  const mark = (table: "jobs" | "batches", id: string, notified: number) =>
    db.updateTable(table).set({ notified }).where("id", "=", id).execute();

  /**
   * Processes ended rows one by one. A failing row does not delay the others: it is retried in the next rounds and then set
   * aside. If the store is unavailable, the round fails and no row is blamed.
   */
  function followed<R extends JobRow | Row<"batches">>(
    table: "jobs" | "batches",
    work: (row: R) => Promise<void>,
    insteadOf: (row: R) => Promise<void> = async () => {},
  ) {
    const failures = new Map<string, number>();
    return coalesced(async (): Promise<void> => {
      const all: AnyDb = db;
      const ended = all.selectFrom(table).where("notified", "=", 0).where("ended_at", "is not", null);
      for (const row of (await ended.orderBy("ended_at").limit(AT_ONCE).selectAll().execute()) as R[]) {
        try {
          await work(row);
          await mark(table, row.id, 1);
          failures.delete(row.id);
        } catch (error) {
          if (isStoreUnavailable(error)) throw error;
          const tries = (failures.get(row.id) ?? 0) + 1;
          failures.set(row.id, tries);
          if (tries < MAX_TRIES) continue;
          failures.delete(row.id);
          await mark(table, row.id, QUARANTINED);
          onError(
            new Error(`the follow-up of ${row.id} (${table}) failed repeatedly and was given up`, { cause: error }),
          );
          await insteadOf(row).catch(onError);
        }
      }
    });
  }

  async function publishEnd(job: JobRow): Promise<void> {
    const event = eventOf(job);
    if (!event) return;
    const { request: _, ...data }: JobView = toView(job);
    await outbox.publish({ event, accountId: job.account_id, subject: job.id, data, webhook: job.webhook });
  }

  async function fileOfRun({ id: run, endpoint, ended_at }: JobRow, id: string): Promise<void> {
    const row = await db.selectFrom("schedules").where("id", "=", id).selectAll().executeTakeFirst();
    if (!row) return;
    const facts = { kind: "schedule" as const, id, name: row.name, operation: endpoint, run, endedAt: ended_at ?? 0 };
    await queueFile(row.account_id, row.destination_id, facts);
  }

  const jobs = followed<JobRow>(
    "jobs",
    async (job) => {
      if (job.schedule_id !== null) await runEnded(job);
      if (job.schedule_id !== null && job.status === "succeeded") await fileOfRun(job, job.schedule_id);
      await publishEnd(job);
    },
    // A run that cannot be compared has still ended.
    publishEnd,
  );

  const batches = followed<Row<"batches">>("batches", async (batch) => {
    const { id, account_id, ended_at, webhook, endpoint } = batch;
    // A batch whose failed items are retried ends more than once.
    const subject = `${id} ${ended_at}`;
    const data = await deps.batches.viewOf(batch);
    await outbox.publish({ event: "batch.finished", accountId: account_id, subject, data, webhook });
    if (batch.status !== "finished") return;
    const named = { kind: "batch" as const, id, name: endpoint, operation: endpoint };
    await queueFile(account_id, batch.destination_id, { ...named, run: id, endedAt: ended_at ?? 0 });
  });

  /** Notifies subscribers of sources with new incidents. */
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
      const reason = publicReason({ kind, field, details: JSON.parse(details) });
      const data = { source, operation, reason, since: iso(opened_at) };
      // One account whose deliveries cannot be stored must not silence the others.
      for (const { account_id: accountId } of accounts) {
        const subject = `${accountId} ${no}`;
        await outbox.publish({ event: "source.degraded", accountId, subject, data }).catch(onError);
      }
    }
  }

  return { jobs, batches, incidents };
}

/** A batch item has an event only if a webhook subscribed to it by the time the batch was submitted. */
function eventOf({ status, batch_id }: JobRow): "job.succeeded" | "job.failed" | "batch.item" | null {
  if (status !== "succeeded" && status !== "failed") return null;
  return batch_id === null ? `job.${status}` : "batch.item";
}
