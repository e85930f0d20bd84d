import type { Kysely } from "kysely";
import { accountPage } from "../../accounts/account-page.ts";
import { keptRecord, keptRows } from "../../files/kept-records.ts";
import type { Schema } from "../../store/schema.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import type { JobRow, NewJob } from "../job-store.ts";
import { keyedUuid } from "../keyed-id.ts";
import type { Uses } from "../parts.ts";
import { type PauseKind, paused, pauseKind } from "../pauses.ts";
import { readComparison } from "./comparison.ts";
import { recordRun } from "./record-run.ts";
import type { ScheduleViews } from "./schedule-view.ts";
import { nextTimes } from "./times.ts";
import type { ScheduleRow } from "./types.ts";

const AT_ONCE = 500;
/** How often a process checks whether the reason for a pause is gone. */
const LOOK_MS = 60_000;

interface ScheduleRunsDeps
  extends Uses<"store" | "jobs" | "metering" | "outbox" | "clock" | "publicUrl" | "news" | "bounds" | "callerOf"> {
  views: ScheduleViews;
}

/** Starts due runs and processes the results of ended ones. Pauses what cannot run, and resumes it once the reason is gone. */
export function createScheduleRuns(deps: ScheduleRunsDeps) {
  const { jobs, metering, clock, views, news, bounds } = deps;
  const { db } = deps.store;
  const publishRun = createPublishRun({ ...deps, db });
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Why a run may not start; null if it may. */
  async function blocker(row: ScheduleRow): Promise<Pause | null> {
    const cost = views.costOf(row);
    if (cost === null) return { why: "The operation no longer exists.", kind: null };
    if (row.monthly_budget === null) return null;
    const spent = await views.spentThisMonth(row.id);
    if (spent + cost <= row.monthly_budget) return null;
    return {
      why: `The month's budget of ${row.monthly_budget} points is used up: ${spent} are spent, and a run can cost ${cost}.`,
      kind: "budget",
    };
  }

  /** Undefined if another process has changed its status. */
  const set = ({ id, status }: ScheduleRow, change: Partial<ScheduleRow>, on = db): Promise<ScheduleRow | undefined> =>
    on
      .updateTable("schedules")
      .set(change)
      .where("id", "=", id)
      .where("status", "=", status)
      .returningAll()
      .executeTakeFirst();

  async function pause(row: ScheduleRow, { why, kind }: Pause): Promise<void> {
    if (row.status !== "active") return;
    await news.pause("schedule", (trx) => set(row, { ...paused(why, kind), next_at: null }, trx), views.viewOf);
  }

  async function canResume(row: ScheduleRow): Promise<boolean> {
    if (await blocker(row)) return false;
    const caller = await deps.callerOf(row.key_id);
    return !!caller && bounds.canPay(caller, views.costOf(row) ?? 0);
  }

  /** Resumes schedules whose budget month is over or that have points again. */
  async function resumeReady(): Promise<void> {
    if (clock.now() - lookedAt < LOOK_MS) return;
    lookedAt = clock.now();
    const waiting = await db
      .selectFrom("schedules")
      .where("status", "=", "paused")
      .where("pause_kind", "in", ["budget", "points"])
      .orderBy("id")
      .limit(AT_ONCE)
      .selectAll()
      .execute();
    for (const row of waiting) {
      if (!(await canResume(row))) continue;
      const active = await set(row, resumed(row, clock.now()));
      if (active) await news.resumed("schedule", active, clock.now(), await views.viewOf(active));
    }
  }

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

  return { startDue, startNow, runEnded, resumeReady };
}

interface Pause {
  why: string;
  kind: PauseKind | null;
}

/** Columns of a schedule that runs again from now on. */
export const resumed = ({ cron, time_zone }: Pick<ScheduleRow, "cron" | "time_zone">, now: number) => ({
  status: "active" as const,
  pause_reason: null,
  pause_kind: null,
  next_at: nextTimes(cron, time_zone).next(now),
});

/** Changes that a webhook carries; the rest are in the feed. */
const PUBLISHED_CHANGES = 20;

interface PublishRunDeps extends Uses<"outbox" | "publicUrl"> {
  db: Kysely<Schema>;
}

/** Notifies the owner's webhooks of what a run found. Repeated calls for the same run have no effect. */
function createPublishRun({ db, outbox, publicUrl }: PublishRunDeps) {
  async function publishChanges({ id, name, account_id: accountId, webhook }: ScheduleRow, runId: string) {
    const found = db.selectFrom("schedule_changes").where("run_id", "=", runId).orderBy("no");
    const rows = await found.limit(PUBLISHED_CHANGES).select(["record_id", "kind", "change"]).execute();
    if (rows.length === 0) return;
    const job = await db.selectFrom("jobs").where("id", "=", runId).selectAll().executeTakeFirstOrThrow();
    const { changes: counts, ...comparison } = readComparison(job);
    const changes = rows.map(({ record_id, kind, change }) => ({ record_id, kind, ...JSON.parse(change) }));
    const data = { schedule_id: id, name, run_id: runId, ...comparison, ...counts, changes };
    await outbox.publish({ event: "schedule.changed", accountId, subject: runId, about: id, data, webhook });
  }

  async function publishTriggers({ id, name, account_id: accountId, webhook }: ScheduleRow, runId: string) {
    const rows = await db.selectFrom("watch_events").where("run_id", "=", runId).orderBy("no").selectAll().execute();
    for (const { no, at, record_id, event } of rows) {
      const page = `/automation/schedules/${id}?record=${encodeURIComponent(record_id)}`;
      const link = publicUrl && publicUrl + accountPage(page, accountId);
      const run = { schedule_id: id, name, run_id: runId, at: new Date(at).toISOString(), record_id };
      const data = { ...run, ...JSON.parse(event), link: link || null };
      const subject = `${runId} ${no}`;
      await outbox.publish({ event: "watch.triggered", accountId, subject, about: id, data, webhook, to: "programs" });
    }
    if (rows.length === 0) return;
    const fired = rows.map(({ record_id: recordId, event }) => ({ recordId, ...JSON.parse(event) }));
    const all = { name, schedule_id: id, fired };
    await outbox.publish({ event: "watch.triggered", accountId, subject: runId, about: id, data: all, to: "people" });
  }

  return async (row: ScheduleRow, runId: string): Promise<void> => {
    await publishChanges(row, runId);
    await publishTriggers(row, runId);
  };
}
