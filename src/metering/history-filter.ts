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

type Test = RawBuilder<SqlBool>;

/** All of these conditions, those that are not given left out. */
function all(tests: Array<Test | undefined | null | false | 0 | "">): Test {
  const given = tests.flatMap((test) => test || []);
  return sql<SqlBool>`${sql.join(given, sql` and `)}`;
}

/** Whether a column has one of these values; with no values, no row has. */
export const among = (column: string, values: readonly string[]): Test =>
  sql<SqlBool>`${sql.ref(column)} in (${sql.join(values.length > 0 ? values : [""])})`;

/** Whether calls are of the account, the keys, the sources and the operation: of single ones, or of sums. */
export const isOfCalls = ({ accountId, keyIds, sources, endpoint }: HistoryFilter): Test =>
  all([
    accountId === undefined ? isLive("account_id") : sql<SqlBool>`account_id = ${accountId}`,
    keyIds && among("key_id", keyIds),
    sources && among("source", sources),
    endpoint && sql<SqlBool>`endpoint = ${endpoint}`,
  ]);

/** The same for single calls, with their status and time. A text is looked for in these columns. */
export function isOfRows(filter: HistoryFilter, texts: string[]): Test {
  const { statusClass, text, start = null, end = null } = filter;
  return all([
    isOfCalls(filter),
    statusClass && sql<SqlBool>`status >= ${statusClass * 100} and status < ${statusClass * 100 + 100}`,
    text && textIn(texts, text),
    start !== null && sql<SqlBool>`started_at >= ${start}`,
    end !== null && sql<SqlBool>`started_at < ${end}`,
  ]);
}

export function filtered<O>(
  query: SelectQueryBuilder<Schema, "requests", O>,
  filter: HistoryFilter,
): SelectQueryBuilder<Schema, "requests", O> {
  const { allEnded, tag } = filter;
  const narrowed = query.where(isOfRows(filter, ["request_id", "params", "error_text"]));
  const ended = allEnded ? narrowed : narrowed.where("ended_at", "is not", null);
  if (!tag) return ended;
  const pattern = `%,${tag.replaceAll("_", String.raw`\_`)},%`;
  return ended.where(sql<SqlBool>`(',' || tags || ',') like ${pattern} escape '\\'`);
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
