import type { Kysely, Transaction } from "kysely";
import type { RecordRow } from "../../files/stored-rows.ts";
import { limits } from "../../limits/limits.ts";
import { changesRow } from "../../store/row-changes.ts";
import type { Schema } from "../../store/schema.ts";
import type { JobRow } from "../job-store.ts";
import { observe } from "../watches/observe.ts";
import { type Finding, loadKnown, readWatch, saveWatch } from "../watches/watch-store.ts";
import { appendToLog } from "./append-to-log.ts";
import { type Change, compare, heldFields, isOfList, type Snapshot } from "./compare.ts";
import { doubtedFields, type FoundChanges } from "./comparison.ts";
import { packSnapshot, unpackSnapshot } from "./snapshot.ts";
import type { ScheduleRow } from "./types.ts";

/** How often a schedule is read again if it changes while its run is compared. */
const MAX_TRIES = 5;

interface EndedRun {
  job: JobRow;
  at: number;
  records: RecordRow[];
  /** Whether the list is complete. */
  complete: boolean;
  /** Fields whose values may be wrong: they are neither reported nor stored. */
  inDoubt: string[];
}

/**
 * Records what a run found: the changes, the watched values, and the baseline for the next run. One transaction, made by
 * whichever process is first, so that a kill or a second process neither loses nor duplicates anything.
 */
export async function recordRun(db: Kysely<Schema>, job: JobRow, records: RecordRow[]): Promise<void> {
  const at = job.ended_at ?? job.created_at;
  const run: EndedRun = { job, at, records, inDoubt: doubtedFields(job), complete: job.results_end === "exhausted" };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await db.selectFrom("schedules").where("id", "=", job.schedule_id).selectAll().executeTakeFirst();
    // Read after the schedule: a process that records this run from now on also changes the schedule.
    const { changes } = await db
      .selectFrom("jobs")
      .where("id", "=", job.id)
      .select("changes")
      .executeTakeFirstOrThrow();
    if (!row || changes !== null || (await attempt(db, row, run))) return;
  }
  throw new Error(`schedule ${job.schedule_id} kept changing while its run was compared`);
}

/** False if the schedule has changed. */
async function attempt(db: Kysely<Schema>, row: ScheduleRow, run: EndedRun): Promise<boolean> {
  const { job, records, complete, inDoubt } = run;
  if (records.length > 0 && records.every(({ id }) => id === null || id === undefined)) {
    await setFound(db, job, "no_ids");
    return true;
  }
  const before = row.snapshot === null ? null : await unpackSnapshot(row.snapshot);
  // The baseline for later runs must be right.
  if (!before && inDoubt.some(isOfList)) return true;
  const { changes, after, unseen } = compare(before?.records ?? new Map(), records, {
    ignore: JSON.parse(row.ignore_fields),
    complete,
    inDoubt,
    unseen: before?.unseen ?? new Map(),
  });
  const finding = await findingOf(db, row, run, before?.records ?? new Map());
  const snapshot = await packSnapshot({ records: after, unseen });
  // The first run is the baseline for the others.
  const counts = before ? countChanges(changes) : null;
  return db.transaction().execute(async (trx) => {
    const own = trx
      .updateTable("schedules")
      .set({ snapshot, snapshot_run: job.id, ...(finding && { watched_at: run.at }) })
      .where("id", "=", row.id)
      .where("snapshot_run", row.snapshot_run === null ? "is" : "=", row.snapshot_run)
      .where(({ eb, and }) =>
        and([eb("params", "=", row.params), eb("track", "=", row.track), eb("rules", "=", row.rules)]),
      );
    if (!(await changesRow(own))) return false;
    await setFound(trx, job, counts);
    if (before) await saveChanges(trx, job, run.at, changes);
    if (finding) await saveWatch(trx, finding);
    return true;
  });
}

const setFound = (db: Kysely<Schema>, { id }: JobRow, found: FoundChanges) =>
  db
    .updateTable("jobs")
    .set({ changes: JSON.stringify(found) })
    .where("id", "=", id)
    .execute();

/** What the run adds to the values that the schedule watches; null if it watches none. */
async function findingOf(
  db: Kysely<Schema>,
  schedule: ScheduleRow,
  { job, at, records, complete, inDoubt }: EndedRun,
  before: Snapshot,
): Promise<Finding | null> {
  const watch = readWatch(schedule);
  if (!watch) return null;
  const held = heldFields(inDoubt);
  const isHeld = (path: string) => held.has(path.replace(/\..*/, ""));
  // The first run is the baseline for rules, so it has to be right.
  if (watch.watchedAt === null && watch.track.some(isHeld)) return null;
  const ids = [...new Set(records.flatMap(({ id }) => (id === null || id === undefined ? [] : [String(id)])))];
  const known = await loadKnown(db, schedule.id, ids);
  const { events, ...observed } = observe(watch, known, records, {
    at,
    complete,
    isHeld,
    isListInDoubt: inDoubt.some(isOfList),
  });
  const named = events.map((event) => ({ ...event, record: event.record ?? before.get(event.recordId) ?? null }));
  return { schedule, runId: job.id, at, known, observed: { ...observed, events: named } };
}

/** Stores a run's changes for the feed and deletes the oldest beyond the limit. */
async function saveChanges(trx: Transaction<Schema>, job: JobRow, at: number, changes: Change[]): Promise<void> {
  const id = String(job.schedule_id);
  const rows = changes.map(({ kind, recordId, ...change }) => ({
    schedule_id: id,
    run_id: job.id,
    at,
    kind,
    record_id: recordId,
    change: JSON.stringify(change),
  }));
  await appendToLog(trx, "schedule_changes", { scheduleId: id, rows, max: limits.scheduleChanges.max });
}

/** Counts changes by kind. */
const countChanges = (changes: Array<Pick<Change, "kind">>) => {
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  return {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    entered: count("entered"),
    left: count("left"),
  };
};
