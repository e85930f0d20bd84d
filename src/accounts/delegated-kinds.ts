import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Delegated, DelegatedKind } from "./types.ts";

interface Kind {
  /** The tables of this kind; the first is its own, the others belong to it. */
  tables: [keyof Schema, ...Array<keyof Schema>];
  /** The name that its owner knows; by default the column `name`. */
  name?: RawBuilder<unknown>;
  /** Condition for the rows that count; by default all do. */
  counts?(now: number): RawBuilder<unknown>;
  /** Condition for stopped rows, for kinds that can be stopped. */
  isStopped?: RawBuilder<unknown>;
}

/** At most this many of a kind are listed; all of them are stopped. */
const LISTED = 200;

/**
 * Everything in an account that acts without anyone being signed in. Each table of accounts belongs to one of these kinds
 * or to `passiveTables`; `delegated-access.test.ts` fails for a table in neither.
 */
export const delegatedKinds: Record<DelegatedKind, Kind> = {
  api_key: {
    tables: ["api_keys", "oauth_grants", "oauth_codes"],
    counts: (now) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})`,
  },
  webhook: {
    tables: ["webhook_endpoints", "webhook_deliveries"],
    name: sql.ref("url"),
    isStopped: sql`status <> 'active'`,
  },
  schedule: { tables: ["schedules", "watch_usage"], isStopped: sql`status <> 'active'` },
  link: {
    tables: ["result_links"],
    name: sql`kind || ' ' || of_id`,
    counts: (now) => sql`expires_at > ${now}`,
  },
  destination: { tables: ["destinations"] },
  batch: {
    tables: ["batches"],
    name: sql.ref("endpoint"),
    counts: () => sql`status in ('running', 'paused')`,
    isStopped: sql`status = 'paused'`,
  },
  /** Single jobs that are queued or running: they end by themselves, and no longer notify their own address. */
  job: {
    tables: ["jobs"],
    name: sql.ref("endpoint"),
    counts: () => sql`ended_at is null and batch_id is null`,
  },
  /**
   * Survives a reset, because access to the mailbox alone must not remove it. The owner would notice one that is not
   * theirs.
   */
  second_factor: { tables: ["second_factors"] },
};

/** An account's items of one kind, newest first. */
export async function listDelegated(
  db: Kysely<Schema>,
  kind: DelegatedKind,
  accountId: string,
  now: number,
): Promise<Delegated[]> {
  if (kind === "second_factor") return listSecondFactor(db, accountId);
  const { tables, name = sql.ref("name"), counts, isStopped = sql`1 = 0` } = delegatedKinds[kind];
  const { rows } = await sql<{ id: string; name: string; created_at: number; stopped: boolean | 0 | 1 }>`
    select id, ${name} as name, created_at, ${isStopped} as stopped from ${sql.table(tables[0])}
    where account_id = ${accountId} and ${counts?.(now) ?? sql`1 = 1`}
    order by created_at desc limit ${sql.lit(LISTED)}`.execute(db);
  return rows.map(({ stopped, ...row }) => ({ kind, ...row, state: stopped ? "stopped" : "active" }));
}

async function listSecondFactor(db: Kysely<Schema>, accountId: string): Promise<Delegated[]> {
  const account = await db
    .selectFrom("people")
    .where("id", "=", accountId)
    .select("two_factor_enabled")
    .executeTakeFirst();
  if (!account?.two_factor_enabled) return [];
  return [{ kind: "second_factor", id: accountId, name: "Authenticator app", created_at: null, state: "active" }];
}

/** Tables that name an account but do nothing by themselves, and why. */
export const passiveTables: Record<string, string> = {
  sessions: "end with a new password",
  members: "a person stays a member",
  invitations: "those that the person sent end with a new password",
  sign_on_providers: "with a new password of an owner, its domain must be proved again",
  credentials: "the password itself",
  forgotten_accounts: "ids of deleted accounts",
  mail_links: "end with a new password",
  mail_queue: "mails that wait are dropped with a new password",
  balances: "points",
  ledger: "points",
  points_watch: "points",
  welcomed_accounts: "points",
  alert_settings: "when the owner is notified about points",
  saved_calls: "forms to fill in again",
  requests: "history",
  call_log: "history",
  request_days: "history",
  request_hours: "history",
  tag_days: "history",
  idempotency: "answers of calls",
  answers: "answers of calls",
  evidence: "answers of calls",
  made_files: "answers of calls, as files",
  kept_pages: "pages behind answers of calls",
  recall_owners: "recalls of calls",
  recall_items: "recalls of calls",
  returned_charges: "points",
};
