import { type Kysely, sql } from "kysely";
import type { Schema } from "../store/schema.ts";
import { factsOf, type HistoryPage, type ListedRow, listed, newestOf, readPage } from "./history.ts";

/** A request as the dashboard lists it. Times are milliseconds since 1970. */
export interface ListedRequest extends ReturnType<typeof factsOf> {
  no: number;
  id: string;
  account_id: string;
  account_email: string;
  key_id: string;
  key_name: string;
  endpoint: string;
  source: string;
  entry_point: string;
  plan: string;
  status: number | null;
  cost: number;
  points_left: number | null;
  results: number;
  upstream_pages: number;
  timeout: number;
  started_at: number;
  /** Null while it runs. */
  duration_ms: number | null;
  error_text: string | null;
}

export interface RequestDetails extends ListedRequest {
  params: Record<string, unknown>;
}

/** One page, newest first, in the same order and with the same cursor as the caller's own history. */
export async function listRequests(
  db: Kysely<Schema>,
  page: HistoryPage,
): Promise<{ requests: ListedRequest[]; cursor: string | null }> {
  const { rows, cursor } = await readPage(db, page);
  const names = await readNames(db, rows);
  return { requests: rows.map((row) => toListed(row, names)), cursor };
}

/** One request by the id that its answer carried, of one account or (null) of any. */
export async function findRequest(
  db: Kysely<Schema>,
  accountId: string | null,
  requestId: string,
): Promise<RequestDetails | null> {
  const found = await newestOf(db, accountId, requestId);
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
  emails: Map<string, string>;
}

export async function readNames(
  db: Kysely<Schema>,
  rows: Array<{ key_id: string; account_id: string }>,
): Promise<Names> {
  if (rows.length === 0) return { keys: new Map(), emails: new Map() };
  const keyIds = [...new Set(rows.map(({ key_id }) => key_id))];
  const accountIds = [...new Set(rows.map(({ account_id }) => account_id))];
  const keys = await db.selectFrom("api_keys").where("id", "in", keyIds).select(["id", "name"]).execute();
  const people = await db
    .selectFrom("people")
    .where("id", "in", accountIds)
    .select(["id", sql<string>`coalesce(unconfirmed_email, email)`.as("email")])
    .execute();
  return {
    keys: new Map(keys.map(({ id, name }) => [id, name])),
    emails: new Map(people.map(({ id, email }) => [id, email])),
  };
}

const toListed = (row: ListedRow, { keys, emails }: Names): ListedRequest => ({
  no: row.no,
  id: row.request_id,
  account_id: row.account_id,
  account_email: emails.get(row.account_id) ?? "",
  key_id: row.key_id,
  key_name: keys.get(row.key_id) ?? "",
  endpoint: row.endpoint,
  source: row.source,
  entry_point: row.door,
  plan: row.plan,
  status: row.status,
  cost: row.cost,
  points_left: row.points_left,
  results: row.results,
  upstream_pages: row.upstream_pages,
  timeout: row.timeout,
  started_at: row.started_at,
  duration_ms: row.ended_at === null ? null : Math.max(0, row.ended_at - row.started_at),
  error_text: row.error_text,
  ...factsOf(row),
});
