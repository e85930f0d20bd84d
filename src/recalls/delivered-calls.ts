import type { Kysely } from "kysely";
import type { Operation } from "../contract/operation.ts";
import { requestDigest } from "../health/request-digest.ts";
import { type FlatRecord, flatten } from "../health/values/flat-record.ts";
import { identifier } from "../health/values/sampled-run.ts";
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

/** A call's delivered records by identity; null if they are no longer stored. */
export type ReadRecords = (call: Pick<DeliveredCall, "no">) => Promise<ReadonlyMap<string, FlatRecord> | null>;

export function recordReader(db: Kysely<Schema>, operation: Operation): ReadRecords {
  const identify = identifier(operation);
  return async ({ no }) => {
    const records = await deliveredRecords(db, no);
    return records && new Map(records.map((record) => [identify(record), flatten(record)]));
  };
}
