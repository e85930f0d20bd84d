import { type Kysely, sql } from "kysely";
import { changesRow } from "../store/row-changes.ts";
import type { Schema } from "../store/schema.ts";
import { durationBucket } from "./latency-histogram.ts";

/** The UTC spans by which past requests are summed up: days, and hours, from which the days of other time zones are built. */
export type Span = "hour" | "day";
export const spanMs: Record<Span, number> = { hour: 3_600_000, day: 86_400_000 };
/** A span is summed up some time after its end, because clocks differ and settlements may be late. */
const SETTLED_AFTER_MS: Record<Span, number> = { hour: 1_800_000, day: 3_600_000 };

/** The tables of hours differ from those of days only in their names: both are written and read as days. */
export const spanTables = (span: Span) => ({
  closed: `closed_${span}s` as "closed_days",
  sums: `request_${span}s` as "request_days",
  number: span as "day",
});

const statusClass = sql<number>`status / 100`;

/** Closes the next past span and returns its number since 1970; its sums no longer change. Null if there is none to close. */
async function closeNext(db: Kysely<Schema>, span: Span, now: number, keptMs: number): Promise<number | null> {
  const { closed, number } = spanTables(span);
  const newest = Math.floor((now - SETTLED_AFTER_MS[span]) / spanMs[span]) - 1;
  const oldest = Math.ceil((now - keptMs) / spanMs[span]);
  const rows = await db.selectFrom(closed).where(number, ">=", oldest).select(`${number} as at`).execute();
  const done = new Set(rows.map(({ at }) => Number(at)));
  for (let at = newest; at >= oldest; at--) if (!done.has(at) && (await close(db, span, at))) return at;
  return null;
}

export const closeNextDay = (db: Kysely<Schema>, now: number, keptMs: number) => closeNext(db, "day", now, keptMs);
/** Goes back only as far as there are rows: a new service has thousands of empty hours. */
export async function closeNextHour(db: Kysely<Schema>, now: number, keptMs: number): Promise<number | null> {
  const first = await db.selectFrom("requests").orderBy("started_at").limit(1).select("started_at").executeTakeFirst();
  return first ? closeNext(db, "hour", now, Math.min(keptMs, now - first.started_at + spanMs.hour)) : null;
}

/** False if a request of the span has not ended, or another process has closed it. */
const close = (db: Kysely<Schema>, span: Span, at: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { closed, sums, number } = spanTables(span);
    const [start, end] = [at * spanMs[span], (at + 1) * spanMs[span]];
    const open = await trx
      .selectFrom("requests")
      .where("ended_at", "is", null)
      .where("started_at", "<", end)
      .where("started_at", ">=", start)
      .select("no")
      .executeTakeFirst();
    if (open) return false;
    const claim = trx.insertInto(closed).values({ [number]: at } as { day: number });
    if (!(await changesRow(claim.onConflict((conflict) => conflict.doNothing())))) return false;
    await trx
      .insertInto(sums)
      .columns(["account_id", number, "endpoint", "key_id", "source", "status_class", ...figures, "latencies"])
      .expression(
        trx
          .selectFrom(byDuration(trx, start, end).as("grouped"))
          .groupBy(["account_id", "endpoint", "key_id", "status_class"])
          // Stores an account's sums side by side, because they are read together.
          .orderBy("account_id")
          .select(({ fn }) => [
            "account_id",
            sql<number>`${sql.lit(at)}`.as("at"),
            "endpoint",
            "key_id",
            fn.min("source").as("source"),
            "status_class",
            ...figures.map((name) => fn.sum<number>(name).as(name)),
            sql<string>`replace(cast(json_object_agg(ms, calls) as text), ' ', '')`.as("latencies"),
          ]),
      )
      .execute();
    if (span === "day") await sumTags(trx, at, { start, end });
    return true;
  });

/** The sums of a day by tags; no tags are an empty text. */
const sumTags = (db: Kysely<Schema>, day: number, { start, end }: { start: number; end: number }) =>
  db
    .insertInto("tag_days")
    .columns([
      "account_id",
      "day",
      "endpoint",
      "key_id",
      "status_class",
      "tags",
      "source",
      "calls",
      "records",
      "points",
    ])
    .expression(
      db
        .selectFrom("requests")
        .where("started_at", ">=", start)
        .where("started_at", "<", end)
        .groupBy(["account_id", "endpoint", "key_id", statusClass, "tags"])
        .orderBy("account_id")
        .select(({ fn, val }) => [
          "account_id",
          sql<number>`${sql.lit(day)}`.as("day"),
          "endpoint",
          "key_id",
          statusClass.as("status_class"),
          fn.coalesce("tags", val("")).as("tags"),
          fn.min("source").as("source"),
          fn.countAll<number>().as("calls"),
          fn.sum<number>("results").as("records"),
          fn.sum<number>("cost").as("points"),
        ]),
    )
    .execute();

const figures = ["calls", "errors", "points", "duration_ms"] as const;

/** The rows of a span, grouped by everything its sums distinguish, and by duration. */
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

/** Deletes the sums of days and hours whose rows expire. */
export async function deleteSums(db: Kysely<Schema>, now: number, keptMs: number): Promise<void> {
  for (const span of ["day", "hour"] as const) {
    const { closed, sums, number } = spanTables(span);
    const oldest = Math.ceil((now - keptMs) / spanMs[span]);
    await db.deleteFrom(sums).where(number, "<", oldest).execute();
    await db.deleteFrom(closed).where(number, "<", oldest).execute();
    if (span === "day") await db.deleteFrom("tag_days").where("day", "<", oldest).execute();
  }
}
