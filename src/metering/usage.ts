import { type Kysely, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import { filtered, type HistoryFilter } from "./history.ts";

const DAY_MS = 86_400_000;
const dayNumber = sql<number>`started_at / ${sql.lit(DAY_MS)}`;
const duration = sql<number>`ended_at - started_at`;
const failed = sql<number>`case when status >= 400 then 1 else 0 end`;
const dayName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Calls of one day (UTC), operation and key. */
export interface UsageCell {
  day: string;
  endpoint: string;
  key_id: string;
  calls: number;
  errors: number;
  points: number;
  /** Sum over the calls. */
  duration_ms: number;
}

export async function readUsageCells(db: Kysely<Schema>, filter: HistoryFilter): Promise<UsageCell[]> {
  const rows = await filtered(db.selectFrom("requests"), filter)
    .select((select) => [
      dayNumber.as("day"),
      "endpoint",
      "key_id",
      select.fn.countAll<number>().as("calls"),
      sql<number>`sum(${failed})`.as("errors"),
      sql<number>`sum(cost)`.as("points"),
      sql<number>`sum(${duration})`.as("duration_ms"),
    ])
    .groupBy([dayNumber, "endpoint", "key_id"])
    .orderBy(dayNumber)
    .orderBy("endpoint")
    .orderBy("key_id")
    .execute();
  return rows.map((row) => ({ ...row, day: dayName(row.day) }));
}

/** One day (UTC) of what the filter lets through. */
export interface UsageDay {
  day: string;
  calls: number;
  points: number;
  errors: number;
  p50_ms: number;
  p95_ms: number;
}

/** Days with no calls are left out. */
export async function readUsageDays(db: Kysely<Schema>, filter: HistoryFilter): Promise<UsageDay[]> {
  const ranked = filtered(db.selectFrom("requests"), filter).select([
    dayNumber.as("day"),
    "cost",
    failed.as("failed"),
    duration.as("duration"),
    sql<number>`row_number() over (partition by ${dayNumber} order by ${duration})`.as("place"),
    sql<number>`count(*) over (partition by ${dayNumber})`.as("calls_of_day"),
  ]);
  // The slowest of the quickest half, and of the quickest 95 in 100: neither store has a percentile the other knows.
  const at = (share: number) =>
    sql<number>`min(case when place * 100 >= calls_of_day * ${sql.lit(share)} then duration end)`;
  const rows = await db
    .selectFrom(ranked.as("ranked"))
    .select((select) => [
      "day",
      select.fn.countAll<number>().as("calls"),
      sql<number>`sum(cost)`.as("points"),
      sql<number>`sum(failed)`.as("errors"),
      at(50).as("p50_ms"),
      at(95).as("p95_ms"),
    ])
    .groupBy("day")
    .orderBy("day")
    .execute();
  return rows.map((row) => ({ ...row, day: dayName(row.day) }));
}
