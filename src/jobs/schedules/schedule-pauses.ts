import type { Uses } from "../parts.ts";
import type { PauseKind } from "../pauses.ts";
import type { ScheduleRow } from "./changes-found.ts";
import type { ScheduleViews } from "./schedule-view.ts";
import { nextTimes } from "./times.ts";

const AT_ONCE = 500;
/** How often a process checks whether the reason for a pause is gone. */
const LOOK_MS = 60_000;

export interface SchedulePausesDeps extends Uses<"store" | "news" | "bounds" | "clock" | "callerOf"> {
  views: ScheduleViews;
}

export interface Blocker {
  why: string;
  kind: PauseKind | null;
}

/** Pauses a schedule that cannot run, notifies its owner, and resumes it once the reason is gone. */
export function createSchedulePauses({ store: { db }, views, news, bounds, clock, callerOf }: SchedulePausesDeps) {
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Why a run may not start; null if it may. */
  async function blocker(row: ScheduleRow): Promise<Blocker | null> {
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

  const set = (row: ScheduleRow, change: Partial<ScheduleRow>, on = db): Promise<ScheduleRow | undefined> =>
    on
      .updateTable("schedules")
      .set(change)
      .where("id", "=", row.id)
      .where("status", "=", row.status)
      .returningAll()
      .executeTakeFirst();

  async function pause(row: ScheduleRow, { why, kind }: Blocker): Promise<void> {
    const change = { status: "paused" as const, pause_reason: why, pause_kind: kind, next_at: null };
    if (row.status !== "active") return;
    const paused = await db.transaction().execute(async (trx) => {
      const changed = await set(row, change, trx);
      if (changed) await news.mailPaused(trx, "schedule", changed);
      return changed;
    });
    if (paused) await news.paused("schedule", paused, clock.now(), await views.viewOf(paused));
  }

  async function canResume(row: ScheduleRow): Promise<boolean> {
    if (await blocker(row)) return false;
    const caller = await callerOf(row.key_id);
    return !!caller && bounds.canPay(caller, views.costOf(row) ?? 0);
  }

  /** Resumes schedules whose budget month is over or that have points again. */
  async function resumeReady(): Promise<void> {
    if (clock.now() - lookedAt < LOOK_MS) return;
    lookedAt = clock.now();
    const paused = await db
      .selectFrom("schedules")
      .where("status", "=", "paused")
      .where("pause_kind", "in", ["budget", "points"])
      .orderBy("id")
      .limit(AT_ONCE)
      .selectAll()
      .execute();
    for (const row of paused) {
      if (!(await canResume(row))) continue;
      const next_at = nextTimes(row.cron, row.time_zone).next(clock.now());
      const active = await set(row, { status: "active", pause_reason: null, pause_kind: null, next_at });
      if (active) await news.resumed("schedule", active, clock.now(), await views.viewOf(active));
    }
  }

  return { blocker, pause, resumeReady };
}
