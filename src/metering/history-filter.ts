import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { PRACTICE_PREFIX } from "../store/practice-id.ts";
import type { Schema } from "../store/schema.ts";

/** Selects rows of the history. Null or omitted values do not filter. Only requests that have ended are rows. */
export interface HistoryFilter {
  /** Omitted by an administrator, who sees all but practice. */
  accountId?: string;
  keyIds?: string[] | null;
  /** What the caller's key may see. */
  sources?: string[] | null;
  endpoint?: string | null;
  /** 2, 4 or 5: the first digit of the status. */
  statusClass?: number | null;
  /** One of its tags. */
  tag?: string | null | undefined;
  /** Matches the request's id, its parameters or its error. */
  text?: string | null;
  /** Inclusive. */
  start?: number | null;
  /** Exclusive. */
  end?: number | null;
  /** All requests of the range are known to have ended, so an index can serve the query without their rows. */
  allEnded?: boolean;
}

export function filtered<O>(
  query: SelectQueryBuilder<Schema, "requests", O>,
  { accountId, keyIds, sources, endpoint, statusClass, tag, text, start, end, allEnded }: HistoryFilter,
): SelectQueryBuilder<Schema, "requests", O> {
  let narrowed = allEnded ? query : query.where("ended_at", "is not", null);
  narrowed =
    accountId === undefined ? narrowed.where(isLive("account_id")) : narrowed.where("account_id", "=", accountId);
  if (keyIds) narrowed = narrowed.where("key_id", "in", keyIds.length > 0 ? keyIds : [""]);
  if (sources) narrowed = narrowed.where("source", "in", sources.length > 0 ? sources : [""]);
  if (endpoint) narrowed = narrowed.where("endpoint", "=", endpoint);
  if (statusClass) {
    narrowed = narrowed.where("status", ">=", statusClass * 100).where("status", "<", statusClass * 100 + 100);
  }
  if (tag)
    narrowed = narrowed.where(
      sql<SqlBool>`(',' || tags || ',') like ${`%,${tag.replaceAll("_", String.raw`\_`)},%`} escape '\\'`,
    );
  if (text) narrowed = narrowed.where(textIn(["request_id", "params", "error_text"], text));
  if (start !== null && start !== undefined) narrowed = narrowed.where("started_at", ">=", start);
  if (end !== null && end !== undefined) narrowed = narrowed.where("started_at", "<", end);
  return narrowed;
}

/** Of no practice account: what test keys do is in nobody's figures. */
export const isLive = (column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} not like ${`${PRACTICE_PREFIX}%`}`;

/** Whether one of the columns contains a text, ignoring case. */
export function textIn(columns: string[], text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const tests = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}
