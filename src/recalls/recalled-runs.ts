import type { Kysely } from "kysely";
import type { RecalledRun } from "../contract/recall.ts";
import { unpackJson } from "../store/packing.ts";
import type { Schema } from "../store/schema.ts";
import { deliveredRecords } from "./delivered-calls.ts";
import type { RecallRow } from "./recall-store.ts";

type Records = Array<Record<string, unknown>>;

/** The runs of schedules that a recall names, oldest first. */
export async function* recalledRuns(
  db: Kysely<Schema>,
  { no, field, withdrawn_at }: RecallRow,
): AsyncGenerator<RecalledRun> {
  const runs = await db
    .selectFrom("recall_items")
    .innerJoin("jobs", "jobs.id", "recall_items.request_id")
    .innerJoin("requests", "requests.no", "recall_items.request_no")
    .whereRef("jobs.account_id", "=", "recall_items.account_id")
    // A direct call may have been sent with a job's id.
    .where("requests.door", "=", "jobs")
    .where("jobs.schedule_id", "is not", null)
    .where("recall_no", "=", no)
    .where("is_checked", "=", 1)
    .orderBy("request_no")
    .select(["request_no", "jobs.id as jobId", "recall_items.account_id", "corrected", "schedule_id"])
    .execute();
  for (const { request_no, jobId, account_id: accountId, corrected, schedule_id } of runs) {
    const delivered = await deliveredRecords(db, request_no);
    const before = await recordsBefore(db, schedule_id!, request_no);
    const about = { jobId, accountId, field, delivered, before };
    if (withdrawn_at !== null) yield { ...about, recall: null, records: delivered };
    else yield { ...about, recall: no, records: corrected && (await unpackJson<Records>(corrected)) };
  }
}

/** The records of the last run of the same schedule that no recall names. */
async function recordsBefore(db: Kysely<Schema>, scheduleId: string, requestNo: number): Promise<Records | null> {
  const good = await db
    .selectFrom("jobs")
    .innerJoin("requests", "requests.request_id", "jobs.id")
    .whereRef("requests.account_id", "=", "jobs.account_id")
    .where("jobs.schedule_id", "=", scheduleId)
    .where("requests.door", "=", "jobs")
    .where("requests.status", "=", 200)
    .where("requests.recalled", "is", null)
    .where("requests.no", "<", requestNo)
    .orderBy("requests.no", "desc")
    .select("requests.no")
    .executeTakeFirst();
  return good ? deliveredRecords(db, good.no) : null;
}
