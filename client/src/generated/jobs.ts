// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
export interface JobError {
  /** The HTTP status that a call would have had. */
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
  /** The id of its request in the history, too. */
  id: string;
  /** The operation's path. */
  operation: string;
  /** The body, as it was read. */
  request: unknown;
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  progress: JobProgress;
  /** Points held while it waits and runs. */
  held: number;
  /** Points it cost: 0 unless it succeeded. */
  charged: number;
  /** Tries so far; a worker that dies takes one with it, and there are three. */
  attempt: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  records_until: string | null;
  error: JobError | null;
  results_end: "count" | "exhausted" | "source-limit" | null;
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
  /** Items in all. */
  total: number;
  items: BatchItems;
  /** Records so far. */
  records: number;
  /** The most points that all items can cost. */
  cost_at_most: number;
  max_cost: number | null;
  /** Points it has cost so far. */
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
