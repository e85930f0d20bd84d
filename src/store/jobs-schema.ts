import type { Generated } from "kysely";

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
  /** When a ticket was last made for it; null where it needs one. */
  announced_at: number | null;
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
  webhook: string | null;
  created_at: number;
  ended_at: number | null;
  notified: Generated<number>;
}

export interface JobsSchema {
  jobs: JobsTable;
  batches: BatchesTable;
}
