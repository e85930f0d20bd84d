import type { Kysely } from "kysely";
import type { Operation } from "../contract/operation.ts";
import { requestDigest } from "../health/failures.ts";
import { type SampledRun, sampleOf } from "../health/values/sampled-run.ts";
import { isLive } from "../metering/history-filter.ts";
import { unpackJson } from "../store/packing.ts";
import type { Row, Schema } from "../store/schema.ts";

/** A call that was answered with records: its row in the history. */
export type DeliveredCall = Pick<
  Row<"requests">,
  "no" | "request_id" | "account_id" | "key_id" | "started_at" | "cost" | "results" | "results_total" | "recalled"
> & {
  /** What was asked for, however many records of it. */
  digest: string;
  count: number | null;
  /** When its records were complete. A run is judged just before. */
  ended_at: number;
};

const ROWS = 2_000;

/** The answered calls of an operation that began in this time, oldest first. Their records are read one call at a time. */
export async function deliveredCalls(
  db: Kysely<Schema>,
  endpoint: string,
  { from, to }: { from: number; to: number },
): Promise<DeliveredCall[]> {
  const calls: DeliveredCall[] = [];
  let last = { started_at: from, no: -1 };
  for (;;) {
    const rows = await db
      .selectFrom("requests")
      .where("endpoint", "=", endpoint)
      .where(isLive("account_id"))
      .where(({ eb, refTuple, tuple }) => eb(refTuple("started_at", "no"), ">", tuple(last.started_at, last.no)))
      .where("started_at", "<=", to)
      .where("status", "=", 200)
      .orderBy("started_at")
      .orderBy("no")
      .limit(ROWS)
      .select(["no", "request_id", "account_id", "key_id", "started_at", "cost", "results", "results_total"])
      .select(["recalled", "params", "ended_at"])
      .execute();
    for (const { params, ...row } of rows) {
      const request = JSON.parse(params);
      const count = typeof request.count === "number" ? request.count : null;
      calls.push({ ...row, ended_at: row.ended_at ?? row.started_at, digest: requestDigest(request), count });
    }
    if (rows.length < ROWS) return calls;
    last = rows.at(-1)!;
  }
}

/** The records that a call delivered; null if they are no longer stored. */
export async function deliveredRecords(
  db: Kysely<Schema>,
  requestNo: number,
): Promise<Array<Record<string, unknown>> | null> {
  const row = await db.selectFrom("answers").where("request_no", "=", requestNo).select("body").executeTakeFirst();
  return row ? unpackJson(row.body) : null;
}

/** A call's records as they are judged; null if they are no longer stored. */
export type ReadRun = (call: DeliveredCall) => Promise<SampledRun | null>;

/** As many records of a call as of a run that health samples. */
const SAMPLED_RECORDS = 100;

/** Reads a call's delivered records as health sees a run. */
export const runReader =
  (db: Kysely<Schema>, operation: Operation): ReadRun =>
  async ({ no, digest, account_id, ended_at, count, results, results_total }) => {
    const records = await deliveredRecords(db, no);
    if (!records) return null;
    const sample = sampleOf(operation, records.slice(0, SAMPLED_RECORDS), results);
    const about = { digest, caller: account_id, at: ended_at, count, total: results_total };
    return { ...about, ...sample, pages: 1, pageMs: null };
  };
