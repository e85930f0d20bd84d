import type { KeyHolder } from "../accounts/types.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import type { ValidationItem } from "../contract/errors.ts";
import type { KeptAnswer } from "../metering/types.ts";
import type { OperationCall } from "./operation-call.ts";
import type { Entry } from "./registry.ts";

/** What the entry points know of jobs: `src/jobs` does it, `main.ts` joins them. */

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
  /** Pages asked of the site and records gathered so far. */
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
  batch_id: string | null;
  line: number | null;
  schedule_id: string | null;
}

export interface JobFilter {
  status?: JobStatus | null;
  /** An operation's path. */
  operation?: string | null;
  batchId?: string | null;
  start?: number | null;
  end?: number | null;
  limit: number;
  cursor: string | null;
}

export type Submission = Pick<
  OperationCall,
  "entry" | "holder" | "request" | "state" | "maxCost" | "idempotencyKey"
> & {
  /** An address that is told when the job has ended. */
  webhook?: string | null;
};

export type RecordRow = Record<string, unknown>;

export interface JobsApi {
  /** Admits the call and queues it; or gives the answer of the first request with its Idempotency-Key. */
  submit(submission: Submission): Promise<{ job: JobView } | { answer: KeptAnswer }>;
  /** Null where there is none, or it is not this key's to see. */
  find(holder: KeyHolder, id: string): Promise<JobView | null>;
  list(holder: KeyHolder, filter: JobFilter): Promise<{ rows: JobView[]; next_cursor: string | null }>;
  /** Stops the work and frees the hold; a job that has ended stays as it is. */
  cancel(holder: KeyHolder, id: string): Promise<JobView | null>;
  /** The records of a job that succeeded; throws what became of any other. */
  records(job: JobView): Promise<RecordRow[]>;
  /** Resolves when the job has ended, or the time is over. */
  waitFor(holder: KeyHolder, id: string, ms: number, signal: AbortSignal): Promise<JobView>;
  /** The job each time something about it has changed, until it has ended. */
  watch(holder: KeyHolder, id: string, signal: AbortSignal): AsyncGenerator<JobView, void, undefined>;
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

export interface BatchSubmission {
  entry: Entry;
  holder: KeyHolder;
  /** Bodies as read, in the order of their lines. */
  requests: Array<Record<string, unknown>>;
  maxCost: number | null;
  idempotencyKey: string | null;
  webhook?: string | null;
}

export interface BatchFailure {
  line: number;
  job_id: string;
  request: Record<string, unknown>;
  error: JobError;
}

export interface PageWish {
  limit: number;
  cursor: string | null;
}

export interface BatchesApi {
  /** The most that the items can cost; refuses what is above the caller's own limit. */
  price(submission: BatchSubmission): number;
  submit(submission: BatchSubmission): Promise<BatchView>;
  find(holder: KeyHolder, id: string): Promise<BatchView | null>;
  list(holder: KeyHolder, page: PageWish): Promise<{ rows: BatchView[]; next_cursor: string | null }>;
  /** Items that run end; those that wait stay where they are. */
  pause(holder: KeyHolder, id: string): Promise<BatchView | null>;
  resume(holder: KeyHolder, id: string): Promise<BatchView | null>;
  cancel(holder: KeyHolder, id: string): Promise<BatchView | null>;
  /** Runs the items that failed once more. */
  retryFailed(holder: KeyHolder, id: string): Promise<BatchView | null>;
  failures(batch: BatchView): Promise<BatchFailure[]>;
  /** All records in the order of the lines, each with its line. */
  records(batch: BatchView): AsyncGenerator<RecordRow, void, undefined>;
}
