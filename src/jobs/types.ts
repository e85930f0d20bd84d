import type { Account, ApiKey, Caller } from "../accounts/types.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { Entry } from "../service/registry.ts";
import type { InvalidLine } from "./batches/requests.ts";
import type { JobStatus } from "./work-views.ts";

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
