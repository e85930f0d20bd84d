import type { Kysely } from "kysely";
import { accountPage } from "../../accounts/account-page.ts";
import type { Schema } from "../../store/schema.ts";
import type { Uses } from "../parts.ts";
import type { ScheduleRow } from "./changes-found.ts";
import { readComparison } from "./comparison.ts";

/** Changes that a webhook carries; the rest are in the feed. */
const PUBLISHED_CHANGES = 20;

export interface PublishRunDeps extends Uses<"outbox" | "publicUrl"> {
  db: Kysely<Schema>;
}

/** Notifies the owner's webhooks of what a run found. Repeated calls for the same run have no effect. */
export function createPublishRun({ db, outbox, publicUrl }: PublishRunDeps) {
  async function publishChanges({ id, name, account_id: accountId, webhook }: ScheduleRow, runId: string) {
    const found = db.selectFrom("schedule_changes").where("run_id", "=", runId).orderBy("no");
    const rows = await found.limit(PUBLISHED_CHANGES).select(["record_id", "kind", "change"]).execute();
    if (rows.length === 0) return;
    const job = await db.selectFrom("jobs").where("id", "=", runId).selectAll().executeTakeFirstOrThrow();
    const { changes: counts, ...comparison } = readComparison(job);
    const changes = rows.map(({ record_id, kind, change }) => ({ record_id, kind, ...JSON.parse(change) }));
    const data = { schedule_id: id, name, run_id: runId, ...comparison, ...counts, changes };
    await outbox.publish({ event: "schedule.changed", accountId, subject: runId, about: id, data, webhook });
  }

  async function publishTriggers({ id, name, account_id: accountId, webhook }: ScheduleRow, runId: string) {
    const rows = await db.selectFrom("watch_events").where("run_id", "=", runId).orderBy("no").selectAll().execute();
    for (const { no, at, record_id, event } of rows) {
      const page = `/automation/schedules/${id}?record=${encodeURIComponent(record_id)}`;
      const link = publicUrl && publicUrl + accountPage(page, accountId);
      const run = { schedule_id: id, name, run_id: runId, at: new Date(at).toISOString(), record_id };
      const data = { ...run, ...JSON.parse(event), link: link || null };
      const subject = `${runId} ${no}`;
      await outbox.publish({ event: "watch.triggered", accountId, subject, about: id, data, webhook, to: "programs" });
    }
    if (rows.length === 0) return;
    const fired = rows.map(({ record_id: recordId, event }) => ({ recordId, ...JSON.parse(event) }));
    const all = { name, schedule_id: id, fired };
    await outbox.publish({ event: "watch.triggered", accountId, subject: runId, about: id, data: all, to: "people" });
  }

  return async (row: ScheduleRow, runId: string): Promise<void> => {
    await publishChanges(row, runId);
    await publishTriggers(row, runId);
  };
}
