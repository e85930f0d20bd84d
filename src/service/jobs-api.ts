import type { ApiKey, KeyHolder, Person } from "../accounts/types.ts";
import type { AnswerFacts } from "../contract/findings.ts";
import type { KeptAnswer } from "../metering/types.ts";
import type { InvalidLine } from "./batch-requests.ts";
import type { OperationCall } from "./operation-call.ts";
import type { Entry } from "./registry.ts";
import type { BatchFailure, BatchView, JobStatus, JobView, MissingLine } from "./work-views.ts";

/** What the entry points know of jobs: `src/jobs` does it, `src/app` joins them. */

/** Who asks about work: a key; or a person at the dashboard, who sees all of the account. */
export interface WorkOwner {
  person: Pick<Person, "id">;
  key: Pick<ApiKey, "id" | "sources">;
}

export interface JobFilter {
  status?: JobStatus | null;
  /** An operation's path. */
  operation?: string | null;
  batchId?: string | null;
  scheduleId?: string | null;
  start?: number | null;
  end?: number | null;
  limit: number;
  cursor: string | null;
}

export type Submission = Pick<
  OperationCall,
  "entry" | "holder" | "request" | "state" | "maxCost" | "idempotencyKey" | "cache" | "keepPartial"
> & {
  /** Gets a webhook when the job has ended. */
  webhook?: string | null;
};

export type RecordRow = Record<string, unknown>;

/** Records that are kept, and what their answer said about itself. */
export interface JobRecords {
  records: RecordRow[];
  facts: AnswerFacts;
}

export interface JobsApi {
  /** Admits the call and queues it; or gives the answer of the first request with its Idempotency-Key. */
  submit(submission: Submission): Promise<{ job: JobView } | { answer: KeptAnswer }>;
  /** Null where there is none, or it is not this key's to see. */
  find(owner: WorkOwner, id: string): Promise<JobView | null>;
  list(owner: WorkOwner, filter: JobFilter): Promise<{ rows: JobView[]; next_cursor: string | null }>;
  /** Stops the work and frees the hold; a job that has ended stays as it is. */
  cancel(owner: WorkOwner, id: string): Promise<JobView | null>;
  /** The records of a job that succeeded; throws what became of any other. */
  records(job: JobView): Promise<JobRecords>;
  /** Resolves when the job has ended, or the time is over. */
  waitFor(owner: WorkOwner, id: string, ms: number, signal: AbortSignal): Promise<JobView>;
  /** The job each time something about it has changed, until it has ended. */
  watch(owner: WorkOwner, id: string, signal: AbortSignal): AsyncGenerator<JobView, void, undefined>;
}

export interface BatchSubmission {
  entry: Entry;
  holder: KeyHolder;
  /** Bodies as read, in the order of their lines. */
  requests: Array<Record<string, unknown>>;
  /** Lines that are skipped: no request has them. */
  invalid: InvalidLine[];
  maxCost: number | null;
  /** How long items wait for a source that is down. */
  waitHours: number;
  idempotencyKey: string | null;
  webhook?: string | null;
  /** Where its records are put when it has finished. */
  destination?: string | null;
  /** Whether items that reach their deadline keep the records that they have. */
  keepPartial?: boolean;
}

export interface PageQuery {
  limit: number;
  cursor: string | null;
}

export interface BatchesApi {
  /** The most that the items can cost; refuses what is above the caller's own limit. */
  price(submission: BatchSubmission): number;
  submit(submission: BatchSubmission): Promise<BatchView>;
  find(owner: WorkOwner, id: string): Promise<BatchView | null>;
  list(owner: WorkOwner, page: PageQuery): Promise<{ rows: BatchView[]; next_cursor: string | null }>;
  /** Items that run end; those that wait stay where they are. */
  pause(owner: WorkOwner, id: string): Promise<BatchView | null>;
  resume(owner: WorkOwner, id: string): Promise<BatchView | null>;
  cancel(owner: WorkOwner, id: string): Promise<BatchView | null>;
  /** Runs the items that failed once more. */
  retryFailed(owner: WorkOwner, id: string): Promise<BatchView | null>;
  failures(batch: BatchView): Promise<BatchFailure[]>;
  /** Lines whose records are not among the batch's records, and why. */
  missing(batch: BatchView): Promise<MissingLine[]>;
  /** All records from that line on, in the order of the lines, each with its line. */
  records(batch: BatchView, fromLine?: number): AsyncGenerator<RecordRow, void, undefined>;
}
