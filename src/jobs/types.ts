import type { Account, ApiKey, Caller } from "../accounts/types.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { Page } from "../contract/endpoint.ts";
import type { JobRecords, StoredRows } from "../files/stored-rows.ts";
import type { KeptAnswer } from "../metering/types.ts";
import type { OperationCall } from "../service/operation-call.ts";
import type { Entry } from "../service/registry.ts";
import type { PageQuery } from "../store/pager.ts";
import type { InvalidLine } from "./batches/requests.ts";
import type { BatchFailure, BatchView, JobStatus, JobView, MissingLine } from "./work-views.ts";

/** Who accesses work: a key, or a user of the dashboard, who sees the whole account. */
export interface WorkOwner {
  account: Pick<Account, "id">;
  key: Pick<ApiKey, "id" | "sources" | "person_id">;
}

/** In whose name a change to the work of an account is made. */
export const inTheirName = ({ account, key }: WorkOwner) => ({ accountId: account.id, personId: key.person_id });

/** Who pays for work that is changed or started. */
export interface Payer {
  entry: Entry;
  /** Whether the work stays with the key that has paid for it so far, while that key may pay. */
  leaves(key: ApiKey): boolean;
  /** The key, with its account. Throws if there is none that may use the operation. */
  caller(): Promise<Caller>;
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

export type Submission = Pick<OperationCall, "entry" | "caller" | "request" | "state" | "options">;

export interface JobsApi {
  /** Admits the call and queues it, or returns the response of the first request with its Idempotency-Key. */
  submit(submission: Submission): Promise<{ job: JobView } | { answer: KeptAnswer }>;
  /** Null if there is none or this key may not see it. */
  find(owner: WorkOwner, id: string): Promise<JobView | null>;
  list(owner: WorkOwner, filter: JobFilter): Promise<Page<JobView>>;
  /** Stops the job and releases its hold. An ended job stays as it is. */
  cancel(owner: WorkOwner, id: string): Promise<JobView | null>;
  /** The records of a succeeded job. Throws the outcome of any other. */
  records(job: JobView): Promise<JobRecords>;
  /** Resolves when the job ends or the time is up. */
  waitFor(owner: WorkOwner, id: string, ms: number, signal: AbortSignal): Promise<JobView>;
  /** Yields the job after each change until it has ended. */
  watch(owner: WorkOwner, id: string, signal: AbortSignal): AsyncGenerator<JobView, void, undefined>;
}

export interface BatchSubmission {
  entry: Entry;
  caller: Caller;
  /** Parsed bodies, in the order of their lines. */
  requests: Array<Record<string, unknown>>;
  /** Skipped lines, which have no request. */
  invalid: InvalidLine[];
  options: CallOptions;
  /** How long items wait for a source that is down. */
  waitHours: number;
  idempotencyKey: string | null;
  webhook?: string | null;
  /** Where its records are uploaded when it has finished. */
  destination?: string | null;
}

export interface BatchesApi {
  /** The maximum cost of the items. Rejects more than the caller's own limit. */
  price(submission: BatchSubmission): number;
  submit(submission: BatchSubmission): Promise<BatchView>;
  find(owner: WorkOwner, id: string): Promise<BatchView | null>;
  list(owner: WorkOwner, page: PageQuery): Promise<Page<BatchView>>;
  /** Running items end; queued ones stay. */
  pause(owner: WorkOwner, id: string): Promise<BatchView | null>;
  resume(owner: WorkOwner, id: string, payer: Payer): Promise<BatchView | null>;
  cancel(owner: WorkOwner, id: string): Promise<BatchView | null>;
  /** Runs the failed items again. */
  retryFailed(owner: WorkOwner, id: string, payer: Payer): Promise<BatchView | null>;
  failures(batch: BatchView): Promise<BatchFailure[]>;
  /** Lines without records in the batch's results, and why. */
  missing(batch: BatchView): Promise<MissingLine[]>;
  /** The records so far from that line on, in order, each with its line. */
  records(batch: BatchView, fromLine?: number): Promise<StoredRows>;
}
