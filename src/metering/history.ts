import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { WinnowError } from "../contract/errors.ts";
import type { AnswerFacts, ResultsEnd } from "../contract/findings.ts";
import { isUuid } from "../contract/values.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { RequestsTable, Schema } from "../store/schema.ts";

/** Which rows of the history; what is null or left out does not narrow. Only requests that have ended are rows. */
export interface HistoryFilter {
  /** Left out by an administrator, who sees all. */
  accountId?: string;
  keyIds?: string[] | null;
  /** What the caller's key may see. */
  sources?: string[] | null;
  endpoint?: string | null;
  /** 2, 4 or 5: the first digit of the status. */
  statusClass?: number | null;
  /** Found in the request's id, its parameters or its error. */
  text?: string | null;
  /** From this time on. */
  start?: number | null;
  /** Up to, and not including, this time. */
  end?: number | null;
}

export interface HistoryPage extends HistoryFilter {
  limit: number;
  cursor: string | null;
}

/** What a list shows. Not the parameters: a page of long ones would be read for nothing. */
export const listed = [
  "no",
  "request_id",
  "account_id",
  "key_id",
  "endpoint",
  "source",
  "door",
  "plan",
  "timeout",
  "started_at",
  "ended_at",
  "status",
  "cost",
  "points_left",
  "results",
  "upstream_pages",
  "error_text",
  "results_end",
  "results_total",
  "resolved",
  "warnings",
  "age",
] as const satisfies Array<keyof RequestsTable>;

export type ListedRow = Pick<Selectable<RequestsTable>, (typeof listed)[number]>;

/** The facts of an answer as a row keeps them. */
export const factsOf = (row: Pick<ListedRow, "results_end" | "results_total" | "resolved" | "warnings" | "age">) => ({
  results_end: row.results_end as ResultsEnd | null,
  results_total: row.results_total,
  resolved: row.resolved === null ? null : (JSON.parse(row.resolved) as AnswerFacts["resolved"]),
  warnings: (row.warnings?.split(",") ?? []) as WarningCode[],
  age: row.age,
});

export type HistoryRow = ReturnType<typeof toHistoryRow>;

/** The caller's own history: one page, newest first. */
export async function readHistory(
  db: Kysely<Schema>,
  page: HistoryPage,
): Promise<{ rows: HistoryRow[]; next_cursor: string | null }> {
  const { rows, cursor } = await readPage(db, page);
  return { rows: rows.map(toHistoryRow), next_cursor: cursor };
}

/**
 * One page, newest first. The cursor names the last row by its start and number, which never change: rows that
 * arrive meanwhile are newer than the page and cannot push one across its edge.
 */
export async function readPage(
  db: Kysely<Schema>,
  { limit, cursor, ...filter }: HistoryPage,
): Promise<{ rows: ListedRow[]; cursor: string | null }> {
  let query = filtered(db.selectFrom("requests"), filter).select(listed);
  if (cursor !== null) {
    const { startedAt, no } = (await rowWithId(db, filter, cursor)) ?? readCursor(cursor);
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("started_at", "no"), "<", tuple(startedAt, no)));
  }
  const found = await query
    .orderBy("started_at", "desc")
    .orderBy("no", "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  return { rows, cursor: found.length > limit ? writeCursor(rows.at(-1)!) : null };
}

/** The row with this request id; the newest, where a caller has used the same id again. */
export async function newestNo(
  db: Kysely<Schema>,
  accountId: string | null,
  requestId: string,
  sources: string[] | null = null,
): Promise<number | null> {
  let query = db.selectFrom("requests").where("request_id", "=", requestId);
  if (sources) query = query.where("source", "in", sources.length > 0 ? sources : [""]);
  if (accountId !== null) query = query.where("account_id", "=", accountId);
  const row = await query.orderBy("no", "desc").select("no").executeTakeFirst();
  return row?.no ?? null;
}

export async function countHistory(db: Kysely<Schema>, filter: HistoryFilter): Promise<number> {
  const { total } = await filtered(db.selectFrom("requests"), filter)
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function filtered<O>(
  query: SelectQueryBuilder<Schema, "requests", O>,
  { accountId, keyIds, sources, endpoint, statusClass, text, start, end }: HistoryFilter,
): SelectQueryBuilder<Schema, "requests", O> {
  let narrowed = query.where("ended_at", "is not", null);
  if (accountId !== undefined) narrowed = narrowed.where("account_id", "=", accountId);
  if (keyIds) narrowed = narrowed.where("key_id", "in", keyIds.length > 0 ? keyIds : [""]);
  if (sources) narrowed = narrowed.where("source", "in", sources.length > 0 ? sources : [""]);
  if (endpoint) narrowed = narrowed.where("endpoint", "=", endpoint);
  if (statusClass) {
    narrowed = narrowed.where("status", ">=", statusClass * 100).where("status", "<", statusClass * 100 + 100);
  }
  if (text) narrowed = narrowed.where(textIn(["request_id", "params", "error_text"], text));
  if (start !== null && start !== undefined) narrowed = narrowed.where("started_at", ">=", start);
  if (end !== null && end !== undefined) narrowed = narrowed.where("started_at", "<", end);
  return narrowed;
}

/** Whether a text is in one of the columns, in capitals or not. */
export function textIn(columns: string[], text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const tests = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

const toHistoryRow = (row: ListedRow) => ({
  id: row.request_id,
  endpoint: row.endpoint,
  cost: row.cost,
  is_paid: row.cost > 0,
  plan: row.plan,
  points_left: row.points_left,
  started_at: new Date(row.started_at).toISOString(),
  /** Seconds. */
  duration: Math.max(0, (row.ended_at ?? row.started_at) - row.started_at) / 1000,
  response_status_code: row.status,
  response_error_text: row.error_text,
  response_count: row.results,
  timeout: row.timeout,
  ...factsOf(row),
});

/** Where a page begins: after this row. */
interface Place {
  startedAt: number;
  no: number;
}

/** The id of the last row seen serves as a cursor, too. */
async function rowWithId(db: Kysely<Schema>, { accountId }: HistoryFilter, id: string) {
  if (!isUuid(id)) return null;
  const row = await filtered(db.selectFrom("requests"), accountId === undefined ? {} : { accountId })
    .where("request_id", "=", id.toLowerCase())
    .select(["started_at", "no"])
    .orderBy("no")
    .executeTakeFirst();
  return row ? { startedAt: row.started_at, no: row.no } : null;
}

export const writeCursor = ({ started_at, no }: { started_at: number; no: number }): string =>
  Buffer.from(`${started_at}.${no}`).toString("base64url");

export function readCursor(cursor: string): Place {
  const match = /^(\d{1,16})\.(-?\d{1,16})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!match) {
    throw new WinnowError("validation", [
      {
        type: "value_error",
        loc: ["query", "cursor"],
        msg: "Value error, is not a cursor of this list",
        input: cursor,
      },
    ]);
  }
  return { startedAt: Number(match[1]), no: Number(match[2]) };
}
