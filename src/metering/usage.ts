import { type Kysely, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import { splitTime, summedDays } from "./closed-days.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const duration = sql<number>`ended_at - started_at`;
const failed = sql<number>`case when status >= 400 then 1 else 0 end`;

/** What calls are counted by: hours or days, UTC. */
export type Bucket = "hour" | "day";
export const bucketSizes: Record<Bucket, number> = { hour: HOUR_MS, day: DAY_MS };
export const bucketNumber = (bucket: Bucket) => sql<number>`started_at / ${sql.lit(bucketSizes[bucket])}`;

/** `2028-05-02`, or `2028-05-02T13` for an hour. */
export const bucketName = (bucket: Bucket, at: number): string =>
  new Date(at).toISOString().slice(0, bucket === "day" ? 10 : 13);

/** Calls of one day or hour (UTC), operation, key and class of status. */
export interface UsageCell {
  day: string;
  endpoint: string;
  key_id: string;
  /** 2, 4 or 5: the first digit of the status. */
  status_class: number;
  calls: number;
  errors: number;
  points: number;
  /** Sum over the calls. */
  duration_ms: number;
}

/** Days that are over are read from their sums, the rest, and hours, row by row. */
export async function readUsageCells(
  db: Kysely<Schema>,
  filter: HistoryFilter,
  bucket: Bucket = "day",
): Promise<UsageCell[]> {
  const { days, rest } = bucket === "day" ? await splitTime(db, filter) : { days: [], rest: [filter] };
  const summed = await summedDays(db, filter, days)
    .select(["day", "endpoint", "key_id", "status_class", "calls", "errors", "points", "duration_ms"])
    .execute();
  const cells = summed.map((row) => ({ ...row, day: bucketName("day", row.day * DAY_MS) }));
  for (const part of rest) cells.push(...(await countCells(db, part, bucket)));
  return cells.sort(
    (a, b) =>
      compare(a.day, b.day) ||
      compare(a.endpoint, b.endpoint) ||
      compare(a.key_id, b.key_id) ||
      a.status_class - b.status_class,
  );
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

async function countCells(db: Kysely<Schema>, filter: HistoryFilter, bucket: Bucket): Promise<UsageCell[]> {
  const place = bucketNumber(bucket);
  const statusClass = sql<number>`status / 100`;
  const rows = await filtered(db.selectFrom("requests"), filter)
    .select((select) => [
      place.as("day"),
      "endpoint",
      "key_id",
      statusClass.as("status_class"),
      select.fn.countAll<number>().as("calls"),
      sql<number>`sum(${failed})`.as("errors"),
      sql<number>`sum(cost)`.as("points"),
      sql<number>`sum(${duration})`.as("duration_ms"),
    ])
    .groupBy([place, "endpoint", "key_id", statusClass])
    .execute();
  return rows.map((row) => ({ ...row, day: bucketName(bucket, row.day * bucketSizes[bucket]) }));
}
