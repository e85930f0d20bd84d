import type { Kysely } from "kysely";
import type { RecalledRun } from "../../contract/recall.ts";
import type { Schema } from "../../store/schema.ts";
import { valueAt } from "./observe.ts";
import type { Value } from "./rules.ts";

/**
 * Puts the points of a schedule's run right whose values of a field turned out to be wrong: they get the right values, or
 * those of the point before, as if the field had been held back. Later runs are compared with them. Nothing happens for a
 * request that is not a run of a watch, and nothing more when it is repeated.
 */
export async function rewritePoints(db: Kysely<Schema>, run: RecalledRun): Promise<void> {
  const job = await db
    .selectFrom("jobs")
    .innerJoin("schedules", "schedules.id", "jobs.schedule_id")
    .where("jobs.id", "=", run.jobId)
    .where("jobs.account_id", "=", run.accountId)
    .select(["schedules.id", "schedules.watch_fields", "jobs.ended_at"])
    .executeTakeFirst();
  if (!job || job.ended_at === null) return;
  const { ended_at: at } = job;
  const fields: string[] = JSON.parse(job.watch_fields);
  const isWrong = (path: string) => path === run.field || path.startsWith(`${run.field}.`);
  const right = run.records && new Map(run.records.map((record) => [String(record.id), record]));
  const points = await db
    .selectFrom("watch_points")
    .innerJoin("watch_records", "watch_records.no", "watch_points.record")
    .where("watch_records.schedule_id", "=", job.id)
    .where("watch_points.at", "=", at)
    .where("watch_points.values", "is not", null)
    .select([
      "watch_points.record",
      "watch_points.values",
      "watch_records.record_id",
      "watch_records.last",
      "watch_records.marks",
    ])
    .execute();
  for (const { record, values, record_id, last, marks } of points) {
    const ofRecord = db.selectFrom("watch_points").where("record", "=", record);
    const before = await ofRecord
      .where("at", "<", at)
      .where("values", "is not", null)
      .orderBy("at", "desc")
      .select("values")
      .executeTakeFirst();
    const later = await ofRecord.where("at", ">", at).select("at").executeTakeFirst();
    const held: Value[] = before?.values ? JSON.parse(before.values) : [];
    const known = right?.get(record_id);
    const put = (old: Value[]): Value[] =>
      old.map((value, index) => {
        const path = fields[index];
        if (path === undefined || !isWrong(path)) return value;
        return known ? valueAt(known, path) : (held[index] ?? null);
      });
    await db
      .updateTable("watch_points")
      .set({ values: JSON.stringify(put(JSON.parse(values!))), recalled: run.recall })
      .where("record", "=", record)
      .where("at", "=", at)
      .execute();
    if (later) continue;
    const now = JSON.stringify(put(JSON.parse(last)));
    await db
      .updateTable("watch_records")
      .set({ last: now, marks: withoutWrong(marks, isWrong) })
      .where("no", "=", record)
      .execute();
  }
}

/** The values from which percentages are measured, without those of a wrong field: its rules start from the last value. */
function withoutWrong(marks: string | null, isWrong: (path: string) => boolean): string | null {
  const kept = Object.entries<number>(JSON.parse(marks ?? "{}")).filter(([rule]) => !isWrong(rule.replace(/ .*/, "")));
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}
