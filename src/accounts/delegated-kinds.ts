import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { ownerOf, practiceId } from "../store/practice-id.ts";
import type { Schema } from "../store/schema.ts";
import type { Permission } from "./roles.ts";
import { type Delegated, type DelegatedKind, delegatedKindNames } from "./types.ts";

type Text = RawBuilder<string | null>;

interface Kind {
  table: keyof Schema;
  /** Other tables that belong to this kind. */
  also?: Array<keyof Schema>;
  id?: Text;
  /** The name that its owner knows; by default the column `name`. */
  name?: Text;
  /** Everybody in whose name it acts or leads out: its maker first, then whoever last set where it leads. */
  makers: [Text, ...Text[]];
  /** What the role of a maker must allow, or it ends. */
  needs: Permission;
  /** Condition for the rows that count; by default all do. */
  counts?(now: number): RawBuilder<SqlBool>;
  /** Condition for stopped rows, for kinds that can be stopped. */
  isStopped?: RawBuilder<SqlBool>;
}

/** At most this many of a kind are listed; all of them are stopped. */
const LISTED = 200;

/** A person in a column. That of a personal account names nobody. */
const person = (column: string, account = "account_id"): Text =>
  sql`coalesce(${sql.ref(column)}, ${sql.raw(ownerOf(account))})`;
/** Whose key pays for a row. */
export const payer: Text = sql`(select ${person("k.person_id", "k.account_id")} from api_keys k where k.id = key_id)`;
/** Who set up the storage of a row. */
export const storer: Text = sql`(select ${person("d.set_by", "d.account_id")} from destinations d where d.id = destination_id)`;
/** Who named the address that a row notifies. */
export const notifier: Text = sql`case when webhook is not null then coalesce(set_by, ${payer}) end`;

/**
 * Everything in an account that acts without anyone being signed in, or that leads out of it. Each table of accounts belongs
 * to one of these kinds or to `passiveTables`; `delegated-access.test.ts` fails for a table in neither.
 */
export const delegatedKinds: Record<DelegatedKind, Kind> = {
  api_key: {
    table: "api_keys",
    also: ["oauth_grants", "oauth_codes"],
    makers: [person("person_id")],
    needs: "work",
    counts: (now) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})`,
  },
  /** The secret of somebody else's key, which they gave it. */
  key_secret: {
    table: "api_keys",
    makers: [sql`given_by`],
    needs: "manage",
    counts: () => sql`revoked_at is null and given_by <> ${person("person_id")}`,
  },
  webhook: {
    table: "webhook_endpoints",
    also: ["webhook_deliveries"],
    name: sql`url`,
    makers: [person("set_by")],
    needs: "manage",
    isStopped: sql`status <> 'active'`,
  },
  schedule: {
    table: "schedules",
    also: ["watch_usage"],
    makers: [payer, notifier, storer],
    needs: "work",
    isStopped: sql`status <> 'active'`,
  },
  /** The secret address of a schedule's feed. */
  feed: {
    table: "schedules",
    makers: [sql`coalesce(feed_by, ${payer})`],
    needs: "work",
    counts: () => sql`coalesce(feed_by, '') <> ${NOBODY}`,
  },
  link: {
    table: "result_links",
    name: sql`kind || ' ' || of_id`,
    makers: [sql`coalesce(set_by, ${payer}, ${person("set_by")})`],
    needs: "work",
    counts: (now) => sql`expires_at > ${now}`,
  },
  destination: { table: "destinations", makers: [person("set_by")], needs: "manage" },
  batch: {
    table: "batches",
    name: sql`endpoint`,
    makers: [payer, notifier, storer],
    needs: "work",
    counts: () => sql`status in ('running', 'paused')`,
    isStopped: sql`status = 'paused'`,
  },
  /** Single jobs that are queued or running: they end by themselves, and no longer notify their own address. */
  job: {
    table: "jobs",
    name: sql`endpoint`,
    makers: [payer],
    needs: "work",
    counts: () => sql`ended_at is null and batch_id is null`,
  },
  invitation: {
    table: "invitations",
    name: sql`email`,
    makers: [sql`invited_by`],
    needs: "manage",
    counts: (now) => sql`expires_at > ${now}`,
  },
  /** Its domain must be proved again before it vouches for anybody. */
  provider: {
    table: "sign_on_providers",
    id: sql`account_id`,
    name: sql`domain`,
    makers: [sql`set_by`],
    needs: "own",
    isStopped: sql`proved_domain is null`,
  },
  /**
   * Survives a reset, because access to the mailbox alone must not remove it. The owner would notice one that is not
   * theirs.
   */
  second_factor: { table: "second_factors", name: sql`'Authenticator app'`, makers: [sql`user_id`], needs: "self" },
};

/** In `feed_by`: no address of the feed is known to anybody. */
export const NOBODY = "";

/** Rows of the account and of its practice account. */
export const inAccount = (accountId: string): RawBuilder<SqlBool> =>
  sql`account_id in (${accountId}, ${practiceId(accountId)})`;

export const isBy = (makers: Text[], personId: string): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    makers.map((maker) => sql`${maker} = ${personId}`),
    sql` or `,
  )})`;

/** Rows of a kind that act or lead out in a person's name. */
export const isTheirs = (kind: DelegatedKind, { accountId, personId }: { accountId: string; personId: string }) =>
  sql<SqlBool>`${inAccount(accountId)} and ${isBy(delegatedKinds[kind].makers, personId)}`;

interface Which {
  accountId: string;
  now: number;
  /** Only what acts or leads out in this person's name. */
  personId?: string;
}

/** What acts for an account by itself or leads out of it, newest first in each kind. */
export async function listDelegated(db: Kysely<Schema>, which: Which): Promise<Delegated[]> {
  const lists = delegatedKindNames.map((kind) => listKind(db, kind, which));
  return (await Promise.all(lists)).flat();
}

async function listKind(db: Kysely<Schema>, kind: DelegatedKind, { accountId, now, personId }: Which) {
  const { table, id = sql`id`, name = sql`name`, makers, counts, isStopped = sql`1 = 0` } = delegatedKinds[kind];
  const isFactor = kind === "second_factor";
  const theirs = isFactor
    ? sql`user_id in (select p.id from people p where p.id = ${accountId} and p.two_factor_enabled)`
    : inAccount(accountId);
  const { rows } = await sql<Omit<Delegated, "kind" | "state"> & { stopped: boolean | 0 | 1 }>`
    select ${id} as id, ${name} as name, ${isFactor ? sql`null` : sql`created_at`} as created_at, ${isStopped} as stopped,
      (select p.name from people p where p.id = ${makers[0]}) as made_by
    from ${sql.table(table)} where ${theirs} and ${counts?.(now) ?? sql`1 = 1`}
      and ${personId === undefined ? sql`1 = 1` : isBy(makers, personId)}
    order by 3 desc limit ${sql.lit(LISTED)}`.execute(db);
  return rows.map(({ stopped, ...row }): Delegated => ({ kind, ...row, state: stopped ? "stopped" : "active" }));
}

/** Why the other tables that name an account do nothing by themselves. */
export const passiveTables: Record<string, Array<keyof Schema>> = {
  "end with a new password": ["credentials", "mail_links", "mail_queue", "sessions"],
  "members, and how they sign in": ["former_members", "members", "sign_on_links"],
  "points, and alerts about them": [
    ...(["alert_settings", "balances", "ledger", "points_watch"] as const),
    ...(["returned_charges", "welcomed_accounts"] as const),
  ],
  "history, and answers of calls": [
    ...(["answers", "call_log", "evidence", "idempotency", "kept_pages", "made_files"] as const),
    ...(["recall_items", "recall_owners", "request_days", "request_hours", "requests", "tag_days"] as const),
  ],
  "forms to fill in again": ["saved_calls"],
  "ids of deleted accounts": ["forgotten_accounts"],
};
