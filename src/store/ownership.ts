// biome-ignore-all format: one paragraph for each table
import type { columns } from "./columns.ts";
import { ownersActs } from "./owners-acts.ts";

type Columns = typeof columns;
export type Table = keyof Columns;
type ColumnOf<T extends Table> = Extract<keyof Columns[T], string>;

/** A table's declaration, for code that works on all of them. */
export interface OwnedTable {
  name: Table;
  of: { column: string; parent?: { table: Table; key: string } };
  rows: "deleted" | "kept";
  atMost: Bound;
  because?: string;
  secrets?: readonly string[];
  columns?: Record<string, Fate>;
  where?: { column: string; in: readonly string[] };
}

/**
 * What becomes of a column when its account is deleted and its row stays: it has nothing that the account wrote and is
 * kept, or it gets this value. `"time of deletion"` leaves an earlier time.
 */
export type Fate = "kept" | "time of deletion" | { becomes: string | number | null };

/**
 * What bounds the rows of one account, so that nobody fills the store for nothing: a row of `limits.ts`, or the windows of
 * the plan, because each row is of an admitted call.
 */
export type Bound = "one row" | "rate windows" | `limits.${string}`;

/** Where a row names its account: in a column, or through the row of a parent table that does. */
interface Owner<T extends Table> {
  column: ColumnOf<T>;
  parent?: { [P in Table]: { table: P; key: ColumnOf<P> } }[Table];
}

interface Owned<T extends Table> {
  of: Owner<T>;
  /** Credentials, which an export leaves out. */
  secrets?: ReadonlyArray<ColumnOf<T>>;
  /** How long a row is stored, in words, or when maintenance deletes it. */
  stored: string | Expiry<T>;
  atMost: Bound;
}

/** Rows are deleted when this long has passed since the time in the column. */
interface Expiry<T extends Table> {
  since: ColumnOf<T>;
  ms: number;
  /** For tables with many rows: they are deleted in steps, by this key. */
  inStepsBy?: ColumnOf<T>;
}

/** Rows that are deleted with their account. */
interface Deleted<T extends Table> extends Owned<T> {
  rows: "deleted";
}

/** Rows that stay, without what the account wrote. */
interface Kept<T extends Table> extends Owned<T> {
  rows: "kept";
  because: string;
  columns: Record<ColumnOf<T>, Fate>;
  /** Only these rows are changed. */
  where?: { column: ColumnOf<T>; in: readonly string[] };
}

/** Rows that say nothing about an account. */
interface Nobodys<T extends Table> {
  of: "nobody";
  what: string;
  stored?: Expiry<T>;
}

type Ownership = Readonly<{ [T in Table]: Deleted<T> | Kept<T> | Nobodys<T> }>;

const KEPT = "kept";
const EMPTY = { becomes: null } as const;
const nobodys = (what: string) => ({ of: "nobody" as const, what });
/** Rows that name their account in a column, and are deleted with it. */
const theirs = <const Column extends string, const Stored, const Secret extends string = never>(
  column: Column,
  atMost: Bound,
  stored: Stored,
  secrets: readonly Secret[] = [],
) => ({ of: { column }, rows: "deleted" as const, atMost, stored, secrets });

const DAY_MS = 86_400_000;
export const HISTORY_MS = 90 * DAY_MS;
/** For tables whose rows say when they end. */
const EXPIRES = { since: "expires_at", ms: 0 } as const;
const ACCOUNT = "until the account is deleted";
const OWNER = "until its owner deletes it";
const SUMS = "sums for the operator's figures, with nothing that the account wrote";

/**
 * Whose each table is, what bounds it, and how it is forgotten. The deletion of an account, its export, expiry by time and the table in
 * `docs/threat-model.md` are derived from it, so a new table or column does not compile until it says so here.
 */
export const ownership: Ownership = {
  alert_settings: theirs("account_id", "one row", ACCOUNT),
  alerts_sent: nobodys("alerts to the operator"),
  answers: theirs("account_id", "rate windows", { ...EXPIRES, inStepsBy: "request_no" }),
  api_keys: {
    of: { column: "account_id" }, rows: "kept", atMost: "limits.keysADay", stored: "for good", secrets: ["hash", "previous_hash"],
    because: "charges name the key, and a call in flight settles with it",
    columns: {
      id: KEPT, account_id: KEPT, prefix: KEPT, hash: KEPT, is_primary: KEPT, usage_context: KEPT, sources: KEPT,
      spending_cap: KEPT, expires_at: KEPT, created_at: KEPT, last_used_at: KEPT, spent: KEPT, held: KEPT, manages_delivery: KEPT,
      ten_second_start: KEPT, ten_second_usage: KEPT, minutely_start: KEPT, minutely_usage: KEPT, hourly_start: KEPT,
      hourly_usage: KEPT, daily_start: KEPT, daily_usage: KEPT, monthly_start: KEPT, monthly_usage: KEPT,
      name: { becomes: "" }, networks: EMPTY, revoked_at: "time of deletion", previous_hash: EMPTY,
      previous_ends_at: EMPTY,
    },
  },
  attempts: nobodys("counts of sign-ins by a hash, for a day"),
  audit_log: {
    of: { column: "subject" }, rows: "kept", atMost: "limits.ownersActsKept", stored: "for good",
    because: "what admins changed stays; of what the owner did, only that it happened",
    columns: { no: KEPT, at: KEPT, who: KEPT, what: KEPT, subject: KEPT, before: EMPTY, after: EMPTY },
    where: { column: "what", in: ownersActs },
  },
  balances: {
    of: { column: "account_id" }, rows: "kept", atMost: "one row", stored: "for good", because: "it is the sum of the ledger",
    columns: { account_id: KEPT, points: KEPT, granted_month: KEPT, granted_points: KEPT, granted_once: KEPT },
  },
  batch_invalid_lines: {
    of: { column: "batch_id", parent: { table: "batches", key: "id" } }, rows: "deleted", atMost: "limits.invalidLinesKept", stored: "as long as its batch",
  },
  batches: theirs("account_id", "limits.batchesKept", "30 days after its end"),
  call_log: theirs("account_id", "limits.callLogKept", { since: "started_at", ms: 7 * DAY_MS, inStepsBy: "no" }),
  closed_days: nobodys("which days are summed up"),
  closed_hours: nobodys("which hours are summed up"),
  credentials: theirs("user_id", "one row", ACCOUNT, ["password"]),
  destinations: theirs("account_id", "limits.destinations", OWNER, ["secret"]),
  evidence: theirs("account_id", "limits.evidenceKept", EXPIRES),
  forgotten_accounts: nobodys("ids of deleted accounts whose last work may still end, for a day"),
  health_baselines: nobodys("what an operation usually returns, with hashes of requests"),
  health_canaries: nobodys("runs of canaries"),
  health_days: nobodys("figures of operations"),
  health_fields: nobodys("figures of operations"),
  health_overrides: nobodys("decisions of the operator"),
  health_structures: nobodys("names in the pages of sites"),
  idempotency: theirs("account_id", "rate windows", EXPIRES),
  incident_evidence: nobodys("the page and request behind an incident, without the account"),
  incidents: nobodys("what is wrong with a source, without the account"),
  jobs: theirs("account_id", "rate windows", "30 days after its end, 90 for a run of a schedule"),
  ledger: {
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows", stored: "for good; merged into one entry after 13 months",
    because: "the books: amounts, and the operator's notes",
    columns: {
      no: KEPT, account_id: KEPT, key_id: KEPT, request_no: KEPT, kind: KEPT, amount: KEPT, balance: KEPT, at: KEPT,
      note: KEPT,
    },
  },
  lookup_answers: { ...nobodys("values of fields that a site offers, shared by all accounts"), stored: EXPIRES },
  mail_links: theirs("person_id", "limits.mailsOfAReceiver", "a day", ["hash"]),
  mail_queue: theirs("person_id", "limits.mailsWaiting", "until it is sent, a day at most"),
  oauth_clients: nobodys("programs that registered themselves"),
  oauth_codes: theirs("account_id", "limits.dashboardCalls", "minutes", ["hash", "challenge"]),
  oauth_grants: theirs("account_id", "limits.keys", "until it ends", ["refresh_hash", "previous_refresh_hash", "family_hash"]),
  people: theirs("id", "one row", ACCOUNT, ["unconfirmed_key"]),
  points_watch: theirs("account_id", "one row", ACCOUNT),
  request_days: {
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows", stored: "90 days", because: SUMS,
    columns: {
      account_id: KEPT, day: KEPT, endpoint: KEPT, key_id: KEPT, source: KEPT, status_class: KEPT, calls: KEPT,
      errors: KEPT, points: KEPT, duration_ms: KEPT, latencies: KEPT,
    },
  },
  request_hours: {
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows", stored: "90 days", because: SUMS,
    columns: {
      account_id: KEPT, hour: KEPT, endpoint: KEPT, key_id: KEPT, source: KEPT, status_class: KEPT, calls: KEPT,
      errors: KEPT, points: KEPT, duration_ms: KEPT, latencies: KEPT,
    },
  },
  requests: {
    of: { column: "account_id" }, rows: "kept", atMost: "rate windows",
    stored: { since: "started_at", ms: HISTORY_MS, inStepsBy: "no" },
    because: "charges refer to it, and a call in flight settles it",
    columns: {
      no: KEPT, request_id: KEPT, account_id: KEPT, key_id: KEPT, endpoint: KEPT, source: KEPT, door: KEPT, plan: KEPT,
      held: KEPT, timeout: KEPT, started_at: KEPT, expires_at: KEPT, ended_at: KEPT, status: KEPT, cost: KEPT,
      points_left: KEPT, results: KEPT, upstream_pages: KEPT, results_end: KEPT, results_total: KEPT, age: KEPT,
      params: { becomes: "{}" }, idempotency_key: EMPTY, error_text: EMPTY, resolved: EMPTY, warnings: EMPTY,
    },
  },
  result_links: theirs("account_id", "limits.links", "30 days at most"),
  saved_calls: theirs("account_id", "limits.savedCalls", OWNER),
  schedule_changes: {
    of: { column: "schedule_id", parent: { table: "schedules", key: "id" } }, rows: "deleted", atMost: "limits.scheduleChanges", stored: "the last 10,000 of a schedule",
  },
  schedules: theirs("account_id", "limits.schedules", OWNER, ["feed_hash"]),
  second_factors: theirs("user_id", "one row", ACCOUNT, ["secret", "backup_codes"]),
  sessions: theirs("user_id", "limits.sessions", "30 days at most", ["token"]),
  shared_windows: { ...nobodys("counts of calls by network"), stored: { since: "ends_at", ms: 0 } },
  sign_in_delays: nobodys("counts of sign-ins by a hash, for a day"),
  site_leases: nobodys("turns of processes at a site"),
  site_limits: nobodys("the pace of a site"),
  source_pauses: nobodys("pauses that sites asked for"),
  store_facts: nobodys("facts about the store"),
  verifications: theirs("value", "limits.signIns", "minutes", ["identifier"]),
  watch_events: {
    of: { column: "schedule_id", parent: { table: "schedules", key: "id" } }, rows: "deleted", atMost: "limits.watchEvents", stored: "the last 1,000 of a schedule",
  },
  watch_points: {
    of: { column: "record", parent: { table: "watch_records", key: "no" } }, rows: "deleted", atMost: "limits.watchPoints", stored: "as long as the plan says",
  },
  watch_records: {
    of: { column: "schedule_id", parent: { table: "schedules", key: "id" } }, rows: "deleted", atMost: "limits.watchPoints", stored: "as long as the plan says",
  },
  watch_usage: theirs("account_id", "one row", ACCOUNT),
  webhook_deliveries: theirs("account_id", "limits.deliveriesKept", "30 days"),
  webhook_endpoints: theirs("account_id", "limits.webhooks", OWNER, ["secret", "previous_secret"]),
  welcome_points: nobodys("keyed hashes of addresses that have had their points"),
  welcomed_accounts: theirs("account_id", "one row", ACCOUNT),
};

/** The tables with rows of accounts. */
export const ownedTables: readonly OwnedTable[] = Object.entries(ownership).flatMap(([name, declared]) =>
  declared.of === "nobody" ? [] : [{ name, ...declared } as unknown as OwnedTable],
);

interface Expiring {
  table: Table;
  since: string;
  ms: number;
  inStepsBy?: string;
}

/** The tables from which maintenance deletes rows by time alone. */
export const expiring: readonly Expiring[] = Object.entries(ownership).flatMap(([table, { stored }]) =>
  typeof stored === "object" ? [{ table: table as Table, ...stored }] : [],
);
