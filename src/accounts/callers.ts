import { type Kysely, sql } from "kysely";
import type { Row, Schema } from "../store/schema.ts";
import { columns } from "../store/tables/index.ts";
import { toCaller } from "./practice-account.ts";
import { type ApiKey, type Caller, isUnlimited, type Retention } from "./types.ts";

export const toApiKey = (row: Row<"api_keys">): ApiKey => ({
  id: row.id,
  account_id: row.account_id,
  // That of a personal account names nobody.
  person_id: row.person_id ?? row.account_id,
  name: row.name,
  prefix: row.prefix,
  is_primary: row.is_primary === 1,
  usage_context: row.usage_context,
  mode: row.mode,
  sources: row.sources === null ? null : JSON.parse(row.sources),
  networks: row.networks === null ? null : JSON.parse(row.networks),
  spending_cap: row.spending_cap,
  manages_delivery: managesDelivery(row),
  retain: row.retain,
  spent: row.spent,
  expires_at: row.expires_at,
  revoked_at: row.revoked_at,
  previous_ends_at: row.previous_ends_at,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
});

const managesDelivery = ({ manages_delivery, ...key }: Row<"api_keys">): boolean =>
  manages_delivery === null ? isUnlimited(key) : manages_delivery === 1;

/** A key, and what every call needs to know of its account. */
export interface CallerRow extends Row<"api_keys"> {
  plan: string;
  account_created_at: number;
  account_retain: Retention;
}

/** Names its columns: a prepared statement with `*` fails once a newer version has added one. */
export const SELECT_CALLERS = `select ${Object.keys(columns.api_keys).map((name) => `k.${name}`)},
  a.plan, a.created_at as account_created_at, a.retain as account_retain
  from api_keys k join accounts a on a.id = k.account_id`;

export const callerOf = (row: CallerRow): Caller => {
  const { account_id: id, plan, account_created_at: created_at, account_retain: retain } = row;
  return toCaller(toApiKey(row), { id, plan, created_at, retain });
};

/** A key and its account as they are now, even if the key has ended; null if either was deleted. */
export async function callerByKey(db: Kysely<Schema>, keyId: string): Promise<Caller | null> {
  const { rows } = await sql<CallerRow>`${sql.raw(SELECT_CALLERS)} where k.id = ${keyId}`.execute(db);
  return rows[0] ? callerOf(rows[0]) : null;
}
