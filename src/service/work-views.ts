import type { ErrorCode } from "../contract/catalogue.ts";
import type { ValidationItem } from "../contract/errors.ts";

/** Jobs, batches, schedules and webhooks as callers see them, at every entry point. */

export const jobStatuses = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export interface JobError {
  /** The HTTP status that a call would have had. */
  status: number;
  code: ErrorCode | null;
  detail: string | ValidationItem[];
}

/** A job as callers see it. Times are ISO 8601. */
export interface JobView {
  id: string;
  operation: string;
  request: Record<string, unknown>;
  status: JobStatus;
  /** Pages requested and records gathered so far. */
  progress: { pages: number; records: number };
  /** Points held while it waits and runs. */
  held: number;
  /** Points it cost. */
  charged: number;
  /** Tries so far; a worker that dies takes one with it. */
  attempt: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** Until when its records can be read. */
  records_until: string | null;
  error: JobError | null;
  /** Why there are no more records. */
  results_end: string | null;
  /** How many the site says it has. */
  results_total: number | null;
  /** What a text was taken to mean. */
  resolved: Record<string, string | number> | null;
  /** Parameters that had no effect, and the like. */
  warnings: string[];
  batch_id: string | null;
  line: number | null;
  schedule_id: string | null;
}

export const batchStatuses = ["running", "paused", "finished", "cancelled"] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export interface BatchView {
  id: string;
  operation: string;
  status: BatchStatus;
  /** Why it waits for a person. */
  pause_reason: string | null;
  total: number;
  /** Items by status. */
  items: Record<JobStatus, number>;
  /** Records so far. */
  records: number;
  /** The most that all its items can cost. */
  cost_at_most: number;
  max_cost: number | null;
  charged: number;
  created_at: string;
  ended_at: string | null;
}

export interface BatchFailure {
  line: number;
  job_id: string;
  request: Record<string, unknown>;
  error: JobError;
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
  /** The record: as it was added or removed, or as it is after the change. */
  record: Record<string, unknown> | null;
  /** Old and new value of each field that changed. */
  fields: Record<string, { old: unknown; new: unknown }> | null;
}

export const webhookEvents = [
  "job.succeeded",
  "job.failed",
  "batch.finished",
  "batch.expiring",
  "schedule.changed",
  "source.degraded",
  "points.low",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface WebhookView {
  id: string;
  url: string;
  /** Null for all. */
  events: WebhookEvent[] | null;
  status: "active" | "disabled";
  disabled_reason: string | null;
  /** Since when no delivery has succeeded. */
  failing_since: string | null;
  /** Until when the secret before this one signs, too. */
  previous_secret_until: string | null;
  created_at: string;
}

export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export interface DeliveryView {
  /** `webhook-id`: the same for all tries. */
  id: string;
  /** Null where a job named the address itself. */
  webhook_id: string | null;
  url: string;
  event: string;
  status: (typeof deliveryStatuses)[number];
  payload: unknown;
  attempts: Array<{
    at: string;
    status: number | null;
    ms: number;
    error: string | null;
    answer: string;
    headers: Record<string, string>;
  }>;
  next_at: string | null;
  created_at: string;
}
