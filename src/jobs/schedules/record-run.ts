import type { Kysely } from "kysely";
import type { RecordRow } from "../../service/jobs-api.ts";
import type { Schema } from "../../store/schema.ts";
import type { JobRow } from "../job-store.ts";
import { observe } from "../watches/observe.ts";
import { type Finding, loadKnown, saveWatch, watchOf } from "../watches/watch-store.ts";
import { countsOf, type ScheduleRow, saveChanges } from "./changes-found.ts";
import { compare, type Snapshot } from "./compare.ts";
import { packSnapshot, unpackSnapshot } from "./snapshot.ts";

/** A schedule that is changed while its run is compared is read again, so often. */
const MOST_TRIES = 5;

interface EndedRun {
  job: JobRow;
  at: number;
  records: RecordRow[];
  /** Whether the list is all there is. */
  complete: boolean;
  /** Whether the values may be wrong: nobody is told of them, and nothing is kept. */
  inDoubt: boolean;
}

/**
 * Records what a run found: the changes, the values that are watched, and what the next run is compared with. All of it in one
 * transaction, by whichever process is first, so that a kill or a second process neither loses nor doubles any of it.
 */
export async function recordRun(db: Kysely<Schema>, job: JobRow, records: RecordRow[]): Promise<void> {
  const inDoubt = job.warnings?.split(",").some((code) => code.trim().startsWith("drift:")) ?? false;
  const at = job.ended_at ?? job.created_at;
  const run: EndedRun = { job, at, records, inDoubt, complete: job.results_end === "exhausted" };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const row = await db.selectFrom("schedules").where("id", "=", job.schedule_id).selectAll().executeTakeFirst();
    // Looked at after the schedule: a process that records it from now on changes the schedule, too.
    const { changes } = await db
      .selectFrom("jobs")
      .where("id", "=", job.id)
      .select("changes")
      .executeTakeFirstOrThrow();
    if (!row || changes !== null || (await attempt(db, row, run))) return;
  }
  throw new Error(`the schedule ${job.schedule_id} was changed again and again while its run was compared`);
}

/** False where the schedule is not the same any more. */
async function attempt(db: Kysely<Schema>, row: ScheduleRow, run: EndedRun): Promise<boolean> {
  const { job, records, complete, inDoubt } = run;
  const before = row.snapshot === null ? null : await unpackSnapshot(row.snapshot);
  // What the others are compared with must be right.
  if (!before && inDoubt) return true;
  const { changes, after, unseen } = compare(before?.records ?? new Map(), records, {
    ...{ ignore: JSON.parse(row.ignore_fields), complete, inDoubt, unseen: before?.unseen ?? new Map() },
  });
  const finding = inDoubt ? null : await findingOf(db, row, run, before?.records ?? new Map());
  const snapshot = await packSnapshot({ records: after, unseen });
  // The first run is what the others are compared with.
  const counts = JSON.stringify(before ? countsOf(changes) : null);
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("schedules")
      .set({ snapshot, snapshot_run: job.id, ...(finding && { watched_at: run.at }) })
      .where("id", "=", row.id)
      .where("snapshot_run", row.snapshot_run === null ? "is" : "=", row.snapshot_run)
      .where(({ eb, and }) =>
        and([eb("params", "=", row.params), eb("track", "=", row.track), eb("rules", "=", row.rules)]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.updateTable("jobs").set({ changes: counts }).where("id", "=", job.id).execute();
    if (before) await saveChanges(trx, job, run.at, changes);
    if (finding) await saveWatch(trx, finding);
    return true;
  });
}

/** What the run adds to the values that the schedule watches; null where it watches none. */
async function findingOf(
  db: Kysely<Schema>,
  schedule: ScheduleRow,
  { job, at, records, complete }: EndedRun,
  before: Snapshot,
): Promise<Finding | null> {
  const watch = watchOf(schedule);
  if (!watch) return null;
  const ids = [...new Set(records.flatMap(({ id }) => (id === null || id === undefined ? [] : [String(id)])))];
  const known = await loadKnown(db, schedule.id, ids);
  const { events, ...observed } = observe(watch, known, records, { at, complete });
  const named = events.map((event) => ({ ...event, record: event.record ?? before.get(event.recordId) ?? null }));
  return { schedule, runId: job.id, at, known, observed: { ...observed, events: named } };
}
