import type { Kysely } from "kysely";
import { readShownNames } from "../accounts/account-row.ts";
import { factsOfRow } from "../contract/answer-facts.ts";
import { splitTags } from "../contract/tags.ts";
import type { Schema } from "../store/schema.ts";
import { type HistoryPage, type ListedRow, listed, newestCalls, readPage } from "./history.ts";

/** A request as the dashboard lists it. Times are milliseconds since 1970. */
export type ListedRequest = ReturnType<typeof toListed>;

type RequestDetails = ListedRequest & { params: Record<string, unknown> };

/** One page, newest first, in the same order and with the same cursor as the caller's own history. */
export async function listRequests(
  db: Kysely<Schema>,
  page: HistoryPage,
): Promise<{ requests: ListedRequest[]; cursor: string | null }> {
  const { rows, cursor } = await readPage(db, page);
  const names = await readNames(db, rows);
  return { requests: rows.map((row) => toListed(row, names)), cursor };
}

/** One request of an account, by the id in its response. */
export async function findRequest(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
): Promise<RequestDetails | null> {
  const found = await newestCalls(db, accountId, requestId);
  if (found === null) return null;
  const row = await db
    .selectFrom("requests")
    .where("no", "=", found.no)
    .select([...listed, "params"])
    .executeTakeFirst();
  return row ? { ...toListed(row, await readNames(db, [row])), params: JSON.parse(row.params) } : null;
}

export interface Names {
  keys: Map<string, string>;
  accounts: Map<string, string>;
}

export async function readNames(
  db: Kysely<Schema>,
  rows: Array<{ key_id: string; account_id: string }>,
): Promise<Names> {
  if (rows.length === 0) return { keys: new Map(), accounts: new Map() };
  const keyIds = [...new Set(rows.map(({ key_id }) => key_id))];
  const keys = await db.selectFrom("api_keys").where("id", "in", keyIds).select(["id", "name"]).execute();
  const accounts = await readShownNames(
    db,
    rows.map(({ account_id }) => account_id),
  );
  return { keys: new Map(keys.map(({ id, name }) => [id, name])), accounts };
}

const toListed = ({ request_id: id, door: entry_point, ended_at, ...row }: ListedRow, { keys, accounts }: Names) => ({
  ...row,
  id,
  entry_point,
  tags: splitTags(row.tags),
  account_email: accounts.get(row.account_id) ?? "",
  key_name: keys.get(row.key_id) ?? "",
  /** Null while it runs. */
  duration_ms: ended_at === null ? null : Math.max(0, ended_at - row.started_at),
  ...factsOfRow(row),
});
