import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { isPostgres } from "../store/migrations/column-types.ts";
import type { Schema } from "../store/schema.ts";
import type { HistoryFilter } from "./history-filter.ts";
import { durationBucket } from "./latency-histogram.ts";

const DAY_MS = 86_400_000;
/** A day is summed up some time after its end: clocks differ, and late settlements come. */
const SETTLED_AFTER_MS = 3_600_000;

const statusClass = sql<number>`status / 100`;
const summedColumns = [
  "account_id",
  "day",
  "endpoint",
  "key_id",
  "source",
  "status_class",
  "calls",
  "errors",
  "points",
  "duration_ms",
  "latencies",
] as const;

/** A day that is over, by its number since 1970; its sums are in `request_days` and do not change any more. */
export async function closeNextDay(db: Kysely<Schema>, now: number, keptMs: number): Promise<number | null> {
  const newest = Math.floor((now - SETTLED_AFTER_MS) / DAY_MS) - 1;
  const oldest = Math.ceil((now - keptMs) / DAY_MS);
  const closed = await db.selectFrom("closed_days").where("day", ">=", oldest).select("day").execute();
  const done = new Set(closed.map(({ day }) => Number(day)));
  for (let day = newest; day >= oldest; day--) {
    if (!done.has(day) && (await closeDay(db, day))) return day;
  }
  return null;
}

/** False where a request of the day has not ended, or another process has closed it. */
const closeDay = (db: Kysely<Schema>, day: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
    const open = await trx
      .selectFrom("requests")
      .where("ended_at", "is", null)
      .where("started_at", "<", end)
      .where("started_at", ">=", start)
      .select("no")
      .executeTakeFirst();
    if (open) return false;
    const claimed = await trx
      .insertInto("closed_days")
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(claimed.numInsertedOrUpdatedRows ?? 0) === 0) return false;
    const group = isPostgres(trx) ? sql`json_object_agg(ms, calls)::text` : sql`json_group_object(ms, calls)`;
    await trx
      .insertInto("request_days")
      .columns(summedColumns)
      .expression(
        trx
          .selectFrom(byDuration(trx, start, end).as("grouped"))
          .groupBy(["account_id", "endpoint", "key_id", "status_class"])
          .select(({ fn }) => [
            "account_id",
            sql<number>`${sql.lit(day)}`.as("day"),
            "endpoint",
            "key_id",
            fn.min("source").as("source"),
            "status_class",
            fn.sum<number>("calls").as("calls"),
            fn.sum<number>("errors").as("errors"),
            fn.sum<number>("points").as("points"),
            fn.sum<number>("duration_ms").as("duration_ms"),
            sql<string>`${group}`.as("latencies"),
          ]),
      )
      .execute();
    return true;
  });

/** The rows of a day, by all that its sums tell apart, and by how long they took. */
const byDuration = (db: Kysely<Schema>, start: number, end: number) =>
  db
    .selectFrom("requests")
    .where("started_at", ">=", start)
    .where("started_at", "<", end)
    .groupBy(["account_id", "endpoint", "key_id", statusClass, durationBucket])
    .select(({ fn }) => [
      "account_id",
      "endpoint",
      "key_id",
      statusClass.as("status_class"),
      durationBucket.as("ms"),
      fn.min("source").as("source"),
      fn.countAll<number>().as("calls"),
      sql<number>`sum(case when status >= 400 then 1 else 0 end)`.as("errors"),
      fn.sum<number>("cost").as("points"),
      sql<number>`sum(ended_at - started_at)`.as("duration_ms"),
    ]);

/** Sums of days whose rows go. */
export async function deleteClosedDays(db: Kysely<Schema>, before: number): Promise<number> {
  const day = Math.ceil(before / DAY_MS);
  const sums = await db.deleteFrom("request_days").where("day", "<", day).executeTakeFirst();
  const days = await db.deleteFrom("closed_days").where("day", "<", day).executeTakeFirst();
  return Number(sums.numDeletedRows) + Number(days.numDeletedRows);
}

/** Whether the sums of a day say enough for a filter. */
const isSummed = ({ text }: HistoryFilter): boolean => !text;

/** Which whole days of the filter's time are closed, and what is left to be looked up row by row. */
export async function splitTime(
  db: Kysely<Schema>,
  filter: HistoryFilter,
): Promise<{ days: number[]; rest: HistoryFilter[] }> {
  if (!isSummed(filter)) return { days: [], rest: [filter] };
  const first = filter.start == null ? Number.NEGATIVE_INFINITY : Math.ceil(filter.start / DAY_MS);
  const last = filter.end == null ? Number.POSITIVE_INFINITY : Math.floor(filter.end / DAY_MS) - 1;
  const rows = await db.selectFrom("closed_days").orderBy("day").select("day").execute();
  const days = rows.map(({ day }) => Number(day)).filter((day) => day >= first && day <= last);
  const rest: HistoryFilter[] = [];
  let from = filter.start ?? null;
  for (const day of days) {
    if (from === null || from < day * DAY_MS) rest.push({ ...filter, start: from, end: day * DAY_MS });
    from = (day + 1) * DAY_MS;
  }
  if (filter.end == null || from === null || from < filter.end) rest.push({ ...filter, start: from });
  return { days, rest };
}

/** The sums of closed days that a filter lets through. */
export function summedDays(
  db: Kysely<Schema>,
  { accountId, keyIds, sources, endpoint, statusClass: status }: HistoryFilter,
  days: number[],
): SelectQueryBuilder<Schema, "request_days", object> {
  let query = db.selectFrom("request_days").where("day", "in", days.length > 0 ? days : [-1]);
  if (accountId !== undefined) query = query.where("account_id", "=", accountId);
  if (keyIds) query = query.where("key_id", "in", keyIds.length > 0 ? keyIds : [""]);
  if (sources) query = query.where("source", "in", sources.length > 0 ? sources : [""]);
  if (endpoint) query = query.where("endpoint", "=", endpoint);
  if (status) query = query.where("status_class", "=", status);
  return query;
}
