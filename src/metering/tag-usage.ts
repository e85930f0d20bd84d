import { type Kysely, sql } from "kysely";
import { splitTags } from "../contract/tags.ts";
import type { Schema } from "../store/schema.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";
import { readTagSums, splitBy } from "./summed-time.ts";

/** Different sets of tags that are read: an account that tags every call differently gets the most expensive ones. */
const MAX_SETS = 5_000;
const MAX_TAGS = 1_000;

/** Usage by tag, the most expensive first. A call with several tags counts for each of them. Past days are read from their sums. */
export async function readTagUsage(db: Kysely<Schema>, filter: HistoryFilter) {
  const closed =
    filter.tag || filter.text ? [] : await db.selectFrom("closed_days").orderBy("day").select("day").execute();
  const { numbers, rest } = splitBy(
    "day",
    closed.map(({ day }) => Number(day)),
    filter,
  );
  const rows = numbers.length > 0 ? await readSummed(db, filter, numbers) : [];
  for (const part of rest) rows.push(...(await readRows(db, part)));
  const sums = new Map<string | null, ReturnType<typeof nothingFor>>();
  for (const { tags, ...row } of rows) {
    for (const tag of tags === null ? [null] : splitTags(tags)) {
      const sum = sums.get(tag) ?? nothingFor(tag);
      for (const figure of ["requests", "succeeded", "records", "points"] as const) sum[figure] += Number(row[figure]);
      sums.set(tag, sum);
    }
  }
  const order = (a: string | null, b: string | null) => (a ?? "").localeCompare(b ?? "");
  return [...sums.values()].sort((a, b) => b.points - a.points || order(a.tag, b.tag)).slice(0, MAX_TAGS);
}

/** `tag` is null for calls without any. */
const nothingFor = (tag: string | null) => ({ tag, requests: 0, succeeded: 0, records: 0, points: 0 });

const readRows = (db: Kysely<Schema>, filter: HistoryFilter) =>
  filtered(db.selectFrom("requests"), filter)
    .groupBy("tags")
    .select(({ fn }) => [
      "tags",
      fn.countAll<number>().as("requests"),
      sql<number>`sum(case when status = 200 then 1 else 0 end)`.as("succeeded"),
      fn.sum<number>("results").as("records"),
      fn.sum<number>("cost").as("points"),
    ])
    .orderBy("points", "desc")
    .limit(MAX_SETS)
    .execute();

const readSummed = (db: Kysely<Schema>, filter: HistoryFilter, days: number[]) =>
  readTagSums(db, filter, days)
    .groupBy("tags")
    .select(({ fn }) => [
      sql<string | null>`nullif(tags, '')`.as("tags"),
      fn.sum<number>("calls").as("requests"),
      sql<number>`sum(case when status_class = 2 then calls else 0 end)`.as("succeeded"),
      fn.sum<number>("records").as("records"),
      fn.sum<number>("points").as("points"),
    ])
    .orderBy("points", "desc")
    .limit(MAX_SETS)
    .execute();
