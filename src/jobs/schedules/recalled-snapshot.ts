import type { Kysely } from "kysely";
import type { RecalledRun } from "../../contract/recall.ts";
import type { RecordRow } from "../../files/stored-rows.ts";
import type { Schema } from "../../store/schema.ts";
import { heldFields, isOfList } from "./compare.ts";
import { packSnapshot, type Seen, unpackSnapshot } from "./snapshot.ts";

/**
 * Puts what the next run is compared with right, if it has wrong values of a recalled run: they become the right ones, or
 * else those of the last good run before it. Otherwise the next run would report the way back as a change.
 */
export async function rewriteSnapshot(db: Kysely<Schema>, run: RecalledRun): Promise<void> {
  const schedule = await db
    .selectFrom("jobs")
    .innerJoin("schedules", "schedules.id", "jobs.schedule_id")
    .where("jobs.id", "=", run.jobId)
    .where("jobs.account_id", "=", run.accountId)
    .select(["schedules.id", "snapshot", "snapshot_run"])
    .executeTakeFirst();
  const right = run.records ?? run.before;
  if (!schedule?.snapshot || !right) return;
  const isLast = schedule.snapshot_run === run.jobId;
  const seen = await unpackSnapshot(schedule.snapshot);
  if (!(isOfList(run.field) ? putList(seen, right, isLast) : putField(seen, run, byId(right), isLast))) return;
  await db
    .updateTable("schedules")
    .set({ snapshot: await packSnapshot(seen) })
    .where("id", "=", schedule.id)
    .where("snapshot_run", "=", schedule.snapshot_run)
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
