import { randomBytes } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { WorkOwner } from "../../service/jobs-api.ts";
import type { SchedulesApi, ScheduleWish } from "../../service/schedules-api.ts";
import type { Service } from "../../service/service.ts";
import type { JobStatus, SchedulePreview, ScheduleView } from "../../service/work-views.ts";
import type { Store } from "../../store/open-store.ts";
import { mayRead } from "../job-list.ts";
import { keyedId } from "../keyed-id.ts";
import { newestFirst } from "../newest-first.ts";
import type { ScheduleRow } from "./changes-found.ts";
import { createMaker, hashOf } from "./make-schedule.ts";
import { readChanges } from "./schedule-feed.ts";
import type { createScheduleRuns } from "./schedule-runs.ts";
import { timesOf } from "./times.ts";

export interface SchedulesParts {
  store: Store;
  service: Service;
  clock: Clock;
  runs: ReturnType<typeof createScheduleRuns>;
  /** Starts what is due, soon. */
  wake(): void;
}

const FEED_CHANGES = 100;

export function createSchedules({ store: { db }, service, clock, runs, wake }: SchedulesParts): SchedulesApi {
  async function viewOf(row: ScheduleRow): Promise<ScheduleView> {
    const last = await db
      .selectFrom("jobs")
      .where("schedule_id", "=", row.id)
      .orderBy("created_at", "desc")
      .select(["id", "status", "created_at"])
      .executeTakeFirst();
    return {
      ...{ id: row.id, name: row.name, operation: row.endpoint, request: JSON.parse(row.params) },
      ...{ cron: row.cron, time_zone: row.time_zone, ignore_fields: JSON.parse(row.ignore_fields) },
      ...{ monthly_budget: row.monthly_budget, status: row.status as ScheduleView["status"] },
      ...{ pause_reason: row.pause_reason, next_at: row.next_at === null ? null : new Date(row.next_at).toISOString() },
      cost_per_run: runs.costOf(row) ?? 0,
      spent_this_month: await runs.spentThisMonth(row.id),
      last_run: last
        ? { id: last.id, status: last.status as JobStatus, at: new Date(last.created_at).toISOString() }
        : null,
      created_at: new Date(row.created_at).toISOString(),
    };
  }

  async function findRow(holder: WorkOwner, id: string): Promise<ScheduleRow | null> {
    const row = await db.selectFrom("schedules").where("id", "=", id).selectAll().executeTakeFirst();
    return row && mayRead(holder, row) ? row : null;
  }

  const change =
    (values: (row: ScheduleRow, holder: WorkOwner) => Partial<ScheduleRow> | Promise<Partial<ScheduleRow>>) =>
    async (holder: WorkOwner, id: string): Promise<ScheduleView | null> => {
      const row = await findRow(holder, id);
      if (!row) return null;
      const set = await values(row, holder);
      if (Object.keys(set).length === 0) return viewOf(row);
      await db.updateTable("schedules").set(set).where("id", "=", id).execute();
      wake();
      return viewOf((await findRow(holder, id))!);
    };

  /** A schedule whose key has ended goes on with the key that resumes it, where that is one. */
  async function liveKey({ key_id }: ScheduleRow, { key }: WorkOwner): Promise<string> {
    const now = clock.now();
    const live = await db
      .selectFrom("api_keys")
      .where("id", "=", key_id)
      .where("revoked_at", "is", null)
      .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
      .select("id")
      .executeTakeFirst();
    return live || key.id === "" ? key_id : key.id;
  }

  function preview({ entry, request, cron, timeZone }: ScheduleWish): SchedulePreview {
    const times = timesOf(cron, timeZone);
    const cost = service.costOf(entry, request);
    const month = times.inMonth(clock.now());
    const next: string[] = [];
    for (let at = times.next(clock.now()); at !== null && next.length < 5; at = times.next(at)) {
      next.push(new Date(at).toISOString());
    }
    return { cost_per_run: cost, runs_next_30_days: month, cost_next_30_days: cost * month, next_runs: next };
  }

  return {
    preview,
    create: createMaker({ db, clock, viewOf }),
    async find(holder, id) {
      const row = await findRow(holder, id);
      return row && viewOf(row);
    },
    pause: change(() => ({ status: "paused", pause_reason: "Paused by its owner.", next_at: null })),
    resume: change(async (row, holder) => ({
      ...{ status: "active", pause_reason: null, next_at: timesOf(row.cron, row.time_zone).next(clock.now()) },
      key_id: await liveKey(row, holder),
    })),
    async runNow(holder, id, idempotencyKey = null) {
      const row = await findRow(holder, id);
      if (row?.status === "active") await runs.startNow(row, keyedId("run", id, idempotencyKey));
      wake();
      const after = await findRow(holder, id);
      return after && viewOf(after);
    },
    async remove(holder, id) {
      const row = await findRow(holder, id);
      if (!row) return null;
      const view = await viewOf(row);
      await db.deleteFrom("schedules").where("id", "=", id).execute();
      await db.deleteFrom("schedule_changes").where("schedule_id", "=", id).execute();
      return view;
    },
    async rotateFeed(holder, id) {
      if (!(await findRow(holder, id))) return null;
      const secret = randomBytes(24).toString("base64url");
      await db
        .updateTable("schedules")
        .set({ feed_hash: hashOf(secret) })
        .where("id", "=", id)
        .execute();
      return { feed_secret: secret };
    },
    async list({ key, person }, page) {
      let query = db.selectFrom("schedules").where("account_id", "=", person.id);
      if (key.sources !== null) query = query.where("key_id", "=", key.id);
      const { rows, next_cursor } = await newestFirst(query.selectAll(), page);
      return { rows: await Promise.all(rows.map(viewOf)), next_cursor };
    },
    changes: (schedule, page) => readChanges(db, schedule, page),
    async feed(id, secret) {
      const row = await db
        .selectFrom("schedules")
        .where("id", "=", id)
        .where("feed_hash", "=", hashOf(secret))
        .selectAll()
        .executeTakeFirst();
      if (!row) return null;
      const page = await readChanges(db, { id }, { limit: FEED_CHANGES, cursor: null });
      return { schedule: await viewOf(row), changes: page.rows };
    },
  };
}
