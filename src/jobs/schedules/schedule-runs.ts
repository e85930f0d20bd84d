import { keptRecord, keptRows } from "../../files/kept-records.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import type { JobRow, NewJob } from "../job-store.ts";
import { keyedUuid } from "../keyed-id.ts";
import type { Uses } from "../parts.ts";
import { pauseKind } from "../pauses.ts";
import type { ScheduleRow } from "./changes-found.ts";
import { createPublishRun } from "./publish-run.ts";
import { recordRun } from "./record-run.ts";
import type { createSchedulePauses } from "./schedule-pauses.ts";
import { nextTimes } from "./times.ts";

const AT_ONCE = 500;
export interface ScheduleRunsDeps extends Uses<"store" | "jobs" | "metering" | "outbox" | "clock" | "publicUrl"> {
  pauses: ReturnType<typeof createSchedulePauses>;
}

/** Starts due runs and processes the results of ended ones. */
export function createScheduleRuns(deps: ScheduleRunsDeps) {
  const { jobs, metering, clock } = deps;
  const { db } = deps.store;
  const { blocker, pause } = deps.pauses;
  const publishRun = createPublishRun({ ...deps, db });

  /** Schedules whose previous run is still open: another would add nothing. */
  async function openOnes(ids: string[]): Promise<Set<string | null>> {
    const open = await db
      .selectFrom("jobs")
      .where("schedule_id", "in", ids)
      .where("ended_at", "is", null)
      .select("schedule_id")
      .distinct()
      .execute();
    return new Set(open.map(({ schedule_id }) => schedule_id));
  }

  /** By default the job's id is derived from the schedule and its time, so two processes that find it due create one job. */
  const runOf = (row: ScheduleRow, id = keyedUuid(`${row.id} ${row.next_at}`)): NewJob => ({
    id,
    account_id: row.account_id,
    key_id: row.key_id,
    source: row.source,
    endpoint: row.endpoint,
    params: row.params,
    schedule_id: row.id,
    options: row.options,
    priority: 0,
    timeout: Number(JSON.parse(row.params).timeout),
  });

  /** Starts due schedules together: their jobs in one statement, their next times in one transaction. */
  async function start(rows: ScheduleRow[]): Promise<void> {
    const ready: ScheduleRow[] = [];
    for (const row of rows) {
      const blocked = await blocker(row).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error;
        // An unreadable schedule must not block the others.
        return { why: "Winnow cannot read this schedule. Delete it and create it again.", kind: null };
      });
      if (blocked) await pause(row, blocked);
      else ready.push(row);
    }
    if (ready.length === 0) return;
    const open = await openOnes(ready.map(({ id }) => id));
    // Jobs come first: a process that dies in between finds the schedules due again and creates the same jobs.
    await jobs.insert(
      ready.filter(({ id }) => !open.has(id)).map((row) => runOf(row)),
      0,
    );
    await db.transaction().execute(async (trx) => {
      for (const row of ready) {
        await trx
          .updateTable("schedules")
          .set({ next_at: nextTimes(row.cron, row.time_zone).next(clock.now()) })
          .where("id", "=", row.id)
          .where("next_at", "=", row.next_at)
          .execute();
      }
    });
  }

  /** Starts a run outside the schedule's times. The run's id makes repeated calls start it only once. */
  async function startNow(row: ScheduleRow, runId: string): Promise<void> {
    if (await jobs.find(runId)) return;
    const blocked = await blocker(row);
    if (blocked) return pause(row, blocked);
    const open = await openOnes([row.id]);
    if (!open.has(row.id)) await jobs.insert([runOf(row, runId)], 0);
  }

  async function startDue(): Promise<void> {
    for (;;) {
      const due = await db
        .selectFrom("schedules")
        .where("status", "=", "active")
        .where("next_at", "<=", clock.now())
        // A fixed order, so that two processes starting the same schedules do not deadlock.
        .orderBy("next_at")
        .orderBy("id")
        .limit(AT_ONCE)
        .selectAll()
        .execute();
      if (due.length > 0) await start(due);
      if (due.length < AT_ONCE) return;
    }
  }

  /** A failed run changes nothing, but pauses the schedule if its reason will not go away by itself. */
  async function runEnded(job: JobRow): Promise<void> {
    const row = await db.selectFrom("schedules").where("id", "=", job.schedule_id).selectAll().executeTakeFirst();
    if (!row) return;
    const kind = pauseKind(job.error_code);
    if (kind) await pause(row, { why: String(JSON.parse(job.error_detail ?? "null")), kind });
    const answer = job.status === "succeeded" ? await metering.openAnswerOfJob(job.account_id, job.id) : null;
    if (!answer) return;
    await recordRun(db, job, await Array.fromAsync(keptRows(answer, job.records), keptRecord));
    await publishRun(row, job.id);
  }

  return { startDue, startNow, runEnded };
}
