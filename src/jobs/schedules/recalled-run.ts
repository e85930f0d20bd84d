import type { Kysely } from "kysely";
import type { RecalledRun } from "../../contract/recall.ts";
import type { RecordRow } from "../../files/stored-rows.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { valueAt } from "../watches/observe.ts";
import type { Value } from "../watches/rules.ts";
import { heldFields, isOfList } from "./compare.ts";
import { packSnapshot, type Seen, unpackSnapshot } from "./snapshot.ts";

/**
 * Puts right what a schedule has learned from a run whose values of a field turned out to be wrong. Nothing happens for a
 * request that is not a run of a schedule, and nothing more when it is repeated.
 */
export async function rewriteRun(db: Kysely<Schema>, run: RecalledRun): Promise<void> {
  const row = await db
    .selectFrom("jobs")
    .innerJoin("schedules", "schedules.id", "jobs.schedule_id")
    .where("jobs.id", "=", run.jobId)
    .where("jobs.account_id", "=", run.accountId)
    .select(["schedules.id", "snapshot", "snapshot_run", "watch_fields", "jobs.ended_at"])
    .executeTakeFirst();
  if (!row) return;
  if (row.ended_at !== null) await rewritePoints(db, run, { ...row, at: row.ended_at });
  await rewriteSnapshot(db, run, row);
}

type Schedule = Pick<Row<"schedules">, "id" | "snapshot" | "snapshot_run" | "watch_fields">;

/**
 * Puts what the next run is compared with right, if it has wrong values of a recalled run: they become the right ones, or
 * else those of the last good run before it. Otherwise the next run would report the way back as a change.
 */
async function rewriteSnapshot(
  db: Kysely<Schema>,
  run: RecalledRun,
  { id, snapshot, snapshot_run }: Schedule,
): Promise<void> {
  const right = run.records ?? run.before;
  if (!snapshot || !right) return;
  const isLast = snapshot_run === run.jobId;
  const seen = await unpackSnapshot(snapshot);
  if (!(isOfList(run.field) ? putList(seen, right, isLast) : putField(seen, run, byId(right), isLast))) return;
  await db
    .updateTable("schedules")
    .set({ snapshot: await packSnapshot(seen) })
    .where("id", "=", id)
    .where("snapshot_run", "=", snapshot_run)
    .execute();
}

/** Whether there was anything to put right. */
function putField(
  { records, unseen }: Seen,
  { field, delivered }: RecalledRun,
  right: Map<string, RecordRow>,
  isLast: boolean,
): boolean {
  const wrong = byId(delivered ?? []);
  let isPut = false;
  for (const name of heldFields([field])) {
    for (const [id, record] of records) {
      const known = right.get(id);
      const own = wrong.get(id);
      if (!known || !own || same(record[name], known[name])) continue;
      // A later run has seen the others since. Of those that it has not, only the value says where it is from.
      const isOfRun = (unseen.get(id) ?? 0) === 0 ? isLast : same(record[name], own[name]);
      if (!isOfRun) continue;
      records.set(id, { ...record, [name]: known[name] });
      isPut = true;
    }
  }
  return isPut;
}

/** The list itself was wrong: the next run is compared with the right one. */
function putList(seen: Seen, right: RecordRow[], isLast: boolean): boolean {
  if (!isLast) return false;
  seen.records = byId(right);
  seen.unseen = new Map();
  return true;
}

const byId = (records: RecordRow[]): Map<string, RecordRow> =>
  new Map(
    records.flatMap((record) => (record.id === null || record.id === undefined ? [] : [[String(record.id), record]])),
  );

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * The points of the run get the right values, or those of the point before, as if the field had been held back. Later runs
 * are compared with them.
 */
async function rewritePoints(
  db: Kysely<Schema>,
  run: RecalledRun,
  { id, watch_fields, at }: Schedule & { at: number },
): Promise<void> {
  const fields: string[] = JSON.parse(watch_fields);
  const isWrong = (path: string) => path === run.field || path.startsWith(`${run.field}.`);
  const right = run.records && new Map(run.records.map((record) => [String(record.id), record]));
  const points = await db
    .selectFrom("watch_points")
    .innerJoin("watch_records", "watch_records.no", "watch_points.record")
    .where("watch_records.schedule_id", "=", id)
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
