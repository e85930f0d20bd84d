import type { KeyHolder } from "../accounts/types.ts";
import type { JobStatus, PageWish, RecordRow } from "./jobs-api.ts";
import type { Entry } from "./registry.ts";

export interface ScheduleWish {
  entry: Entry;
  holder: KeyHolder;
  name: string;
  request: Record<string, unknown>;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  timeZone: string;
  ignoreFields: string[];
  monthlyBudget: number | null;
  webhook: string | null;
}

/** What it will cost, before it is saved. */
export interface SchedulePreview {
  cost_per_run: number;
  runs_next_30_days: number;
  cost_next_30_days: number;
  next_runs: string[];
}

export interface ScheduleView {
  id: string;
  name: string;
  operation: string;
  request: Record<string, unknown>;
  cron: string;
  time_zone: string;
  ignore_fields: string[];
  monthly_budget: number | null;
  status: "active" | "paused";
  pause_reason: string | null;
  next_at: string | null;
  /** The most that a run can cost. */
  cost_per_run: number;
  /** Points spent in this calendar month. */
  spent_this_month: number;
  last_run: { id: string; status: JobStatus; at: string } | null;
  created_at: string;
}

export const changeKinds = ["added", "removed", "changed"] as const;

export interface ChangeView {
  kind: (typeof changeKinds)[number];
  record_id: string;
  run_id: string;
  at: string;
  /** The record that was added or removed. */
  record: RecordRow | null;
  /** Old and new value of each field that changed. */
  fields: Record<string, { old: unknown; new: unknown }> | null;
}

export interface SchedulesApi {
  preview(wish: ScheduleWish): SchedulePreview;
  /** With the secret of its feed, shown this once. */
  create(wish: ScheduleWish): Promise<ScheduleView & { feed_secret: string }>;
  find(holder: KeyHolder, id: string): Promise<ScheduleView | null>;
  list(holder: KeyHolder, page: PageWish): Promise<{ rows: ScheduleView[]; next_cursor: string | null }>;
  pause(holder: KeyHolder, id: string): Promise<ScheduleView | null>;
  resume(holder: KeyHolder, id: string): Promise<ScheduleView | null>;
  /** Due now, besides its times. */
  runNow(holder: KeyHolder, id: string): Promise<ScheduleView | null>;
  remove(holder: KeyHolder, id: string): Promise<ScheduleView | null>;
  /** A new secret of the feed; the old address ends. */
  rotateFeed(holder: KeyHolder, id: string): Promise<{ feed_secret: string } | null>;
  changes(schedule: ScheduleView, page: PageWish): Promise<{ rows: ChangeView[]; next_cursor: string | null }>;
  /** By the feed's own secret, without a key. */
  feed(id: string, secret: string): Promise<{ schedule: ScheduleView; changes: ChangeView[] } | null>;
}
