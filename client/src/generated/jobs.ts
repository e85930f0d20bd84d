// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
export interface JobError {
  /** HTTP status that a direct call would have had. */
  status: number;
  code: string | null;
  /** A sentence, or the items of a 422. */
  detail: unknown;
}

export interface JobProgress {
  pages: number;
  records: number;
}

export interface Job {
  /** Also the id of its request in the history. */
  id: string;
  /** The operation's path. */
  operation: string;
  /** The body, as it was read. */
  request: unknown;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  progress: JobProgress;
  /** Points held while it waits and runs. */
  held: number;
  /** Points charged: 0 unless it succeeded. */
  charged: number;
  /** Tries so far. A job fails after three workers have died. */
  attempt: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  records_until: string | null;
  error: JobError | null;
  results_end: "count" | "exhausted" | "source-limit" | null;
  results_total: number | null;
  resolved: Record<string, string | number> | null;
  /** Warning codes. */
  warnings: Array<string>;
  batch_id: string | null;
  line: number | null;
  schedule_id: string | null;
}

export interface BatchItems {
  queued: number;
  running: number;
  succeeded: number;
  failed: number;
  cancelled: number;
}

export interface Batch {
  id: string;
  /** The operation's path. */
  operation: string;
  status: "running" | "paused" | "finished" | "cancelled";
  pause_reason: string | null;
  /** Number of items. */
  total: number;
  items: BatchItems;
  /** Records so far. */
  records: number;
  /** The most all items can cost together. */
  cost_at_most: number;
  max_cost: number | null;
  /** Points charged so far. */
  charged: number;
  created_at: string;
  ended_at: string | null;
}

export interface BatchFailure {
  /** The item's line, from 1. */
  line: number;
  job_id: string;
  /** The body, as it was read. */
  request: unknown;
  error: JobError;
}

export interface ScheduleRun {
  /** The job. */
  id: string;
  status: string;
  at: string;
}

export interface FieldChange {
  old: unknown;
  new: unknown;
}

export interface Schedule {
  id: string;
  name: string;
  operation: string;
  /** The body of each run, as it was read. */
  request: unknown;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  /** An IANA time zone, such as `Europe/Amsterdam`. */
  time_zone: string;
  /** Fields whose changes are ignored. */
  ignore_fields: Array<string>;
  monthly_budget: number | null;
  status: "active" | "paused";
  pause_reason: string | null;
  next_at: string | null;
  /** The most one run can cost. */
  cost_per_run: number;
  spent_this_month: number;
  last_run: ScheduleRun | null;
  created_at: string;
}

export interface SchedulePreview {
  cost_per_run: number;
  runs_next_30_days: number;
  cost_next_30_days: number;
  next_runs: Array<string>;
}

export interface NewSchedule {
  id: string;
  name: string;
  operation: string;
  /** The body of each run, as it was read. */
  request: unknown;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  /** An IANA time zone, such as `Europe/Amsterdam`. */
  time_zone: string;
  /** Fields whose changes are ignored. */
  ignore_fields: Array<string>;
  monthly_budget: number | null;
  status: "active" | "paused";
  pause_reason: string | null;
  next_at: string | null;
  /** The most one run can cost. */
  cost_per_run: number;
  spent_this_month: number;
  last_run: ScheduleRun | null;
  created_at: string;
  /** Opens `/schedules/{id}/feed/{feed_secret}`; shown only once. */
  feed_secret: string;
  preview: SchedulePreview;
}

export interface ScheduleChange {
  kind: "added" | "removed" | "changed";
  record_id: string;
  /** The job that found the change. */
  run_id: string;
  at: string;
  record: unknown | null;
  fields: Record<string, FieldChange> | null;
}

export interface Webhook {
  id: string;
  url: string;
  events: Array<"job.succeeded" | "job.failed" | "batch.finished" | "batch.expiring" | "schedule.changed" | "source.degraded" | "points.low"> | null;
  status: "active" | "disabled";
  disabled_reason: string | null;
  failing_since: string | null;
  previous_secret_until: string | null;
  created_at: string;
}

export interface WebhookWithSecret {
  id: string;
  url: string;
  events: Array<"job.succeeded" | "job.failed" | "batch.finished" | "batch.expiring" | "schedule.changed" | "source.degraded" | "points.low"> | null;
  status: "active" | "disabled";
  disabled_reason: string | null;
  failing_since: string | null;
  previous_secret_until: string | null;
  created_at: string;
  /** `whsec_…`, shown only once. */
  secret: string;
}

export interface DeliveryAttempt {
  at: string;
  status: number | null;
  ms: number;
  error: string | null;
  /** First 1,000 characters of the receiver's response. */
  answer: string;
  headers: Record<string, string>;
}

export interface WebhookDelivery {
  /** `webhook-id`: the same for all tries. */
  id: string;
  webhook_id: string | null;
  url: string;
  event: string;
  status: "pending" | "delivered" | "failed";
  /** What was sent. */
  payload: unknown;
  attempts: Array<DeliveryAttempt>;
  next_at: string | null;
  created_at: string;
}
