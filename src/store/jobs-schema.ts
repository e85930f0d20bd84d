import type { Generated, GeneratedAlways } from "kysely";

/** Work that outlives its connection. What it costs and whether it has ended is said by its row in `requests`. */
export interface JobsTable {
  /** The request id of its admission, too. */
  id: string;
  account_id: string;
  key_id: string;
  source: string;
  endpoint: string;
  params: string;
  timeout: number;
  /** The caller's own limit. */
  max_cost: number | null;
  idempotency_key: string | null;
  /** An address that is told, besides the account's own. */
  webhook: string | null;
  batch_id: string | null;
  line: number | null;
  schedule_id: string | null;
  status: string;
  priority: number;
  run_after: number;
  attempt: Generated<number>;
  lease_until: number | null;
  worker: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  pages: Generated<number>;
  records: Generated<number>;
  held: Generated<number>;
  charged: Generated<number>;
  http_status: number | null;
  error_code: string | null;
  /** JSON: a sentence, or the items of a 422. */
  error_detail: string | null;
  results_end: string | null;
  results_total: number | null;
  resolved: string | null;
  warnings: string | null;
  notified: Generated<number>;
}

export interface BatchesTable {
  id: string;
  account_id: string;
  key_id: string;
  source: string;
  endpoint: string;
  status: string;
  pause_reason: string | null;
  total: number;
  cost_at_most: number;
  max_cost: number | null;
  idempotency_key: string | null;
  /** Of its operation and requests: another batch with the same Idempotency-Key is refused. */
  digest: string | null;
  webhook: string | null;
  created_at: number;
  ended_at: number | null;
  notified: Generated<number>;
  paused_at: number | null;
  /** When its owner was told that it will be deleted. */
  expiry_told_at: number | null;
}

export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** JSON list, or null for all. */
  events: string | null;
  /** Sealed: it must be read to sign, and is not stored in clear. */
  secret: string;
  previous_secret: string | null;
  previous_until: number | null;
  status: string;
  disabled_reason: string | null;
  failing_since: number | null;
  created_at: number;
}

export interface WebhookDeliveriesTable {
  id: string;
  account_id: string;
  /** Null where a job named the address itself. */
  endpoint_id: string | null;
  url: string;
  event: string;
  subject: string;
  payload: string;
  status: string;
  attempt: Generated<number>;
  /** JSON list of what was tried: when, how long, status, first part of the answer, error. */
  attempts: Generated<string>;
  next_at: number;
  created_at: number;
  ended_at: number | null;
  replayed_at: number | null;
  replays: Generated<number>;
}

export interface SchedulesTable {
  id: string;
  account_id: string;
  key_id: string;
  name: string;
  source: string;
  endpoint: string;
  params: string;
  cron: string;
  time_zone: string;
  /** JSON list. */
  ignore_fields: string;
  monthly_budget: number | null;
  webhook: string | null;
  /** SHA-256 of the feed's own secret. */
  feed_hash: string;
  status: string;
  pause_reason: string | null;
  next_at: number | null;
  /** The records of the last good run, compressed; what the next is compared with. */
  snapshot: Uint8Array | null;
  snapshot_run: string | null;
  created_at: number;
}

export interface ScheduleChangesTable {
  no: GeneratedAlways<number>;
  schedule_id: string;
  run_id: string;
  at: number;
  kind: string;
  record_id: string;
  /** JSON: the record, or old and new value of each field that changed. */
  change: string;
}

export interface JobsSchema {
  jobs: JobsTable;
  batches: BatchesTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  schedules: SchedulesTable;
  schedule_changes: ScheduleChangesTable;
}
