import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { JobsSchema } from "./jobs-schema.ts";
import type { OAuthSchema } from "./oauth-schema.ts";

/** As better-auth keeps them: ISO text in SQLite, timestamptz in PostgreSQL. Written as ISO text on both. */
export type StoredDate = ColumnType<string | Date, string, string>;
export type StoredDateOrNull = ColumnType<string | Date | null, string | null | undefined, string | null>;
/** 0 and 1 in SQLite. */
export type StoredBoolean = ColumnType<boolean | 0 | 1, boolean, boolean>;

/** The person's row; better-auth reads and writes it too. */
export interface PeopleTable {
  id: string;
  name: string;
  email: string;
  email_verified: StoredBoolean;
  image: string | null;
  login: string;
  front_id: string;
  role: Generated<string>;
  plan: Generated<string>;
  created_at: StoredDate;
  modified_at: StoredDate;
  last_login_at: StoredDateOrNull;
  /** The address somebody signed up with, until they show that it is theirs; `email` is a stand-in till then. */
  unconfirmed_email: ColumnType<string | null, string | null | undefined, string | null>;
  two_factor_enabled: ColumnType<boolean | 0 | 1, boolean | undefined, boolean>;
  /** Which of the account's signing secrets is in use; a password reset moves on to the next. */
  webhook_secret_no: Generated<number>;
}

/** Points beside the ledger, and what the plan has given so far. All times from here on are whole milliseconds. */
export interface BalancesTable {
  account_id: string;
  points: number;
  granted_month: string | null;
  granted_points: Generated<number>;
  granted_once: Generated<number>;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  hash: string;
  /** The secret before the last rotation, and until when it goes on. */
  previous_hash: ColumnType<string | null, string | null | undefined, string | null>;
  previous_ends_at: ColumnType<number | null, number | null | undefined, number | null>;
  is_primary: number;
  usage_context: string;
  /** JSON list, or null for all. */
  sources: string | null;
  /** JSON list of address ranges that the key may be used from, or null for all. */
  networks: ColumnType<string | null, string | null | undefined, string | null>;
  spending_cap: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  created_at: number;
  last_used_at: number | null;
  spent: Generated<number>;
  held: Generated<number>;
  ten_second_start: Generated<number>;
  minutely_start: Generated<number>;
  hourly_start: Generated<number>;
  daily_start: Generated<number>;
  monthly_start: Generated<number>;
  ten_second_usage: Generated<number>;
  minutely_usage: Generated<number>;
  hourly_usage: Generated<number>;
  daily_usage: Generated<number>;
  monthly_usage: Generated<number>;
}

/** One row per admitted request. It is the hold until `ended_at` is set, and the history from then on. */
export interface RequestsTable {
  no: GeneratedAlways<number>;
  request_id: string;
  account_id: string;
  key_id: string;
  endpoint: string;
  source: string;
  door: string;
  plan: string;
  held: number;
  timeout: number;
  params: string;
  idempotency_key: string | null;
  started_at: number;
  expires_at: number;
  ended_at: number | null;
  status: number | null;
  cost: Generated<number>;
  points_left: number | null;
  results: Generated<number>;
  upstream_pages: Generated<number>;
  error_text: string | null;
  results_end: string | null;
  results_total: number | null;
  /** JSON. */
  resolved: string | null;
  /** Codes between commas. */
  warnings: string | null;
  /** Seconds, where the answer was a kept one. */
  age: number | null;
}

/** A call as it came and was answered, for its account: admitted ones have their row in `requests`, too. */
export interface CallLogTable {
  no: GeneratedAlways<number>;
  request_id: string;
  account_id: string;
  key_id: string;
  endpoint: string;
  source: string;
  door: string;
  /** `admitted`, `refused`, `replayed` or `dry_run`. */
  kind: string;
  started_at: number;
  ended_at: number;
  status: number;
  error_code: string | null;
  error_text: string | null;
  /** Where it came from. */
  address: string;
  /** What was sent, where `requests` does not have it. */
  body: string | null;
  /** JSON, as the next two. */
  headers_in: string;
  headers_out: string;
  steps: string;
  /** Calls just before this one that came too fast to be logged. */
  skipped: number;
}

export interface AlertSettingsTable {
  account_id: string;
  /** JSON list of percents. */
  points_levels: string;
}

/** A call that somebody keeps for the playground. */
export interface SavedCallsTable {
  id: string;
  account_id: string;
  name: string;
  operation: string;
  /** JSON. */
  body: string;
  created_at: number;
}

export interface LedgerTable {
  no: GeneratedAlways<number>;
  account_id: string;
  key_id: string | null;
  request_no: number | null;
  kind: string;
  amount: number;
  balance: number;
  at: number;
  note: string | null;
}

export interface IdempotencyTable {
  account_id: string;
  key: string;
  digest: string;
  request_no: number;
  expires_at: number;
}

export interface AnswersTable {
  request_no: number;
  account_id: string;
  request_id: string;
  status: number;
  headers: string;
  body: Uint8Array;
  expires_at: number;
}

export interface EvidenceTable {
  account_id: string;
  request_id: string;
  source: string | null;
  warc: Uint8Array;
  expires_at: number;
}

export interface AuditLogTable {
  no: GeneratedAlways<number>;
  at: number;
  who: string;
  what: string;
  subject: string;
  before: string | null;
  after: string | null;
}

/** One day of one operation; `under_*` count the calls that took less than so many milliseconds. */
export interface HealthDaysTable {
  day: string;
  operation: string;
  calls: number;
  failures: number;
  blocked: number;
  unreadable: number;
  not_responding: number;
  timeouts: number;
  records: number;
  pages: number;
  ms: number;
  under_250: number;
  under_500: number;
  under_1000: number;
  under_2500: number;
  under_5000: number;
  under_10000: number;
  under_30000: number;
  under_60000: number;
}

/** How often a field is filled: by requests that had it in some record, and by records. */
export interface HealthFieldsTable {
  day: string;
  operation: string;
  field: string;
  requests: number;
  present: number;
  records: number;
  filled: number;
}

/** Answers of lookups that are given again, by what was asked. */
export interface LookupAnswersTable {
  key: string;
  source: string;
  /** The facts, as headers. */
  headers: string;
  body: Uint8Array;
  results: number;
  warc: Uint8Array | null;
  asked_at: number;
  expires_at: number;
}

export interface IncidentsTable {
  no: GeneratedAlways<number>;
  open_key: string | null;
  source: string;
  operation: string;
  kind: string;
  field: string | null;
  blocking: number;
  reason: string;
  details: string;
  opened_at: number;
  closed_at: number | null;
  note: string | null;
}

export interface HealthOverridesTable {
  source: string;
  state: string;
  note: string;
  by: string;
  at: number;
}

export interface HealthCanariesTable {
  operation: string;
  due_at: number;
  ran_at: number | null;
  ok: number | null;
  result: string | null;
}

/** What an incident is mended from: the response that was not understood, and the canary's exchanges; without secrets. */
export interface IncidentEvidenceTable {
  incident_no: number;
  /** JSON: operation, request, address, status. */
  about: string;
  body: Uint8Array | null;
  warc: Uint8Array | null;
}

/** The names that the last good page of an operation was built of. */
export interface HealthStructuresTable {
  operation: string;
  at: number;
  names: string;
}

/** When the operator was last told about something, and whether it is still the case. */
export interface AlertsSentTable {
  about: string;
  at: number;
  open: number;
}

/** How much of an account's points is gone since the last time they grew, and what its owner was told. */
export interface PointsWatchTable {
  account_id: string;
  base: number;
  points: number;
  told: number;
}

/** Days, by their number since 1970, whose sums are in `request_days`. */
export interface ClosedDaysTable {
  day: number;
}

/** Hours, by their number since 1970, whose sums are in `request_hours`; of the last few days. */
export interface ClosedHoursTable {
  hour: number;
}

export interface RequestDaysTable extends RequestSums {
  day: number;
}

export interface RequestHoursTable extends RequestSums {
  hour: number;
}

/** Calls of one account, operation and key in a day or hour that is closed. */
interface RequestSums {
  /** Empty for the sum of all accounts, whose key is empty, too. */
  account_id: string;
  endpoint: string;
  key_id: string;
  source: string;
  status_class: number;
  calls: number;
  errors: number;
  points: number;
  duration_ms: number;
  /** JSON: calls by milliseconds, in steps of at most 5 %; null of all accounts, and where a version before summed it up. */
  latencies: string | null;
}

/** How often something was done in a window of time, by all processes together. */
export interface SharedWindowsTable {
  name: string;
  start: number;
  used: number;
  ends_at: number;
}

/** Which addresses have had the points that a plan gives once, by a keyed hash. */
export interface WelcomePointsTable {
  address_hash: string;
  at: number;
}

/** Which accounts have had the points that a plan gives once. */
export interface WelcomedAccountsTable {
  account_id: string;
  at: number;
}

export interface Schema extends JobsSchema, OAuthSchema {
  people: PeopleTable;
  balances: BalancesTable;
  api_keys: ApiKeysTable;
  requests: RequestsTable;
  call_log: CallLogTable;
  alert_settings: AlertSettingsTable;
  saved_calls: SavedCallsTable;
  ledger: LedgerTable;
  idempotency: IdempotencyTable;
  answers: AnswersTable;
  evidence: EvidenceTable;
  lookup_answers: LookupAnswersTable;
  audit_log: AuditLogTable;
  health_days: HealthDaysTable;
  health_fields: HealthFieldsTable;
  incidents: IncidentsTable;
  health_overrides: HealthOverridesTable;
  health_canaries: HealthCanariesTable;
  welcome_points: WelcomePointsTable;
  welcomed_accounts: WelcomedAccountsTable;
  incident_evidence: IncidentEvidenceTable;
  health_structures: HealthStructuresTable;
  alerts_sent: AlertsSentTable;
  points_watch: PointsWatchTable;
  closed_days: ClosedDaysTable;
  request_days: RequestDaysTable;
  closed_hours: ClosedHoursTable;
  request_hours: RequestHoursTable;
  shared_windows: SharedWindowsTable;
}
