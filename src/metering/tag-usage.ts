import { type Kysely, sql } from "kysely";
import { splitTags } from "../contract/tags.ts";
import type { Schema } from "../store/schema.ts";
import { filtered, type HistoryFilter } from "./history-filter.ts";

/** What the calls with a tag cost; `tag` is null for those without any. */
export interface TagUsage {
  tag: string | null;
  requests: number;
  succeeded: number;
  records: number;
  points: number;
}

/** Different sets of tags that are read: an account that tags every call differently gets the dearest. */
const MAX_SETS = 5_000;
const MAX_TAGS = 1_000;

/** Usage by tag, the dearest first. A call with several tags counts for each of them. */
export async function readTagUsage(db: Kysely<Schema>, filter: HistoryFilter): Promise<TagUsage[]> {
  const rows = await filtered(db.selectFrom("requests"), filter)
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
  const sums = new Map<string | null, TagUsage>();
  for (const { tags, ...row } of rows) {
    for (const tag of tags === null ? [null] : splitTags(tags)) {
      const sum = sums.get(tag) ?? { tag, requests: 0, succeeded: 0, records: 0, points: 0 };
      for (const figure of ["requests", "succeeded", "records", "points"] as const) sum[figure] += Number(row[figure]);
      sums.set(tag, sum);
    }
  }
  return [...sums.values()].sort((a, b) => b.points - a.points).slice(0, MAX_TAGS);
}
