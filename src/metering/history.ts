import type { Kysely } from "kysely";
import { factsOfRow } from "../contract/answer-facts.ts";
import type { Page } from "../contract/endpoint.ts";
import { splitTags } from "../contract/tags.ts";
import { isUuid } from "../contract/values.ts";
import { type PageQuery, pager } from "../store/pager.ts";
import { columnsExcept, type Row, type Schema } from "../store/schema.ts";
import { spanMs } from "./closed-spans.ts";
import { among, filtered, type HistoryFilter } from "./history-filter.ts";
import { countSummed, type Edge, splitTime } from "./summed-time.ts";

export interface HistoryPage extends HistoryFilter, PageQuery {}

/** Also for calls that were not admitted, which the dashboard lists among them. */
export const newestCallsFirst = pager("requests", { started_at: "number", no: "number" });

/** Columns of a list. Parameters are left out: long ones would be read for nothing. */
export const listed = columnsExcept("requests", ["params", "held", "idempotency_key", "question", "expires_at"]);

export type ListedRow = Pick<Row<"requests">, (typeof listed)[number]>;

export type HistoryRow = ReturnType<typeof toHistoryRow>;

/** The caller's own history: one page, newest first. */
export async function readHistory(db: Kysely<Schema>, page: HistoryPage): Promise<Page<HistoryRow>> {
  const { rows, cursor } = await readPage(db, page);
  return { rows: rows.map(toHistoryRow), next_cursor: cursor };
}

/** Rows read per scan for a filter that few of them may pass. */
const MAX_SCANNED = 5_000;
const MAX_LOOKS = 2;

/**
 * One page, newest first. The cursor identifies the last row by its start and number, which never change: rows that arrive
 * later are newer than the page and cannot push one across its edge. A filter that hardly any row passes does not read them
 * all: the page may have fewer rows than requested, and its cursor continues after those scanned.
 */
export async function readPage(
  db: Kysely<Schema>,
  { limit, cursor, ...filter }: HistoryPage,
): Promise<{ rows: ListedRow[]; cursor: string | null }> {
  let place = cursor === null ? null : ((await rowWithId(db, filter, cursor)) ?? newestCallsFirst.read(cursor));
  const narrow = Boolean(filter.text || filter.tag || filter.statusClass || filter.endpoint || filter.keyIds);
  for (let look = 1; ; look++) {
    const newest = newestCallsFirst.after(filtered(db.selectFrom("requests"), narrow ? timeOf(filter) : filter), place);
    const found = narrow
      ? await filtered(db.selectFrom(newest.limit(MAX_SCANNED).selectAll().as("requests")) as never, filter)
          .orderBy("started_at", "desc")
          .orderBy("no", "desc")
          .limit(limit + 1)
          .select(listed)
          .execute()
      : await newest
          .limit(limit + 1)
          .select(listed)
          .execute();
    const rows = found.slice(0, limit);
    const lastRow = rows.at(-1);
    if (found.length > limit && lastRow) return { rows, cursor: newestCallsFirst.write(lastRow) };
    const last = narrow
      ? await newest
          .offset(MAX_SCANNED - 1)
          .limit(1)
          .select(["started_at", "no"])
          .executeTakeFirst()
      : null;
    if (!last) return { rows, cursor: null };
    if (rows.length > 0 || look === MAX_LOOKS) return { rows, cursor: newestCallsFirst.write(last) };
    place = last;
  }
}

/** What an index covers: the account and the time. */
const timeOf = ({ accountId, start = null, end = null }: HistoryFilter): HistoryFilter => ({
  ...(accountId !== undefined && { accountId }),
  start,
  end,
});

/** An account's row with this request id: the newest, if a caller reused the id. */
export async function newestCalls(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
  sources: string[] | null = null,
): Promise<{ no: number; endpoint: string; results: number } | null> {
  let query = db.selectFrom("requests").where("account_id", "=", accountId).where("request_id", "=", requestId);
  if (sources) query = query.where(among("source", sources));
  return (await query.orderBy("no", "desc").select(["no", "endpoint", "results"]).executeTakeFirst()) ?? null;
}

/** Past days and hours are not counted row by row. */
export async function countHistory(db: Kysely<Schema>, filter: HistoryFilter): Promise<number> {
  const { summed, edges, rest } = await splitTime(db, filter, "day");
  let total = 0;
  for (const { span, numbers } of summed) total += await countSummed(db, filter, span, numbers);
  for (const edge of edges) total += await countEdge(db, edge);
  for (const part of rest) total += await countRows(db, part);
  return total;
}

/** For a part of a closed day, counts the part or the rest of the day, whichever is shorter. */
async function countEdge(db: Kysely<Schema>, edge: Edge): Promise<number> {
  const { start, end } = edge;
  if (end - start <= spanMs.day / 2) return countRows(db, edge);
  const day = Math.floor(start / spanMs.day);
  const before = await countRows(db, { ...edge, start: day * spanMs.day, end: start });
  const after = await countRows(db, { ...edge, start: end, end: (day + 1) * spanMs.day });
  return (await countSummed(db, edge, "day", [day])) - before - after;
}

async function countRows(db: Kysely<Schema>, filter: HistoryFilter): Promise<number> {
  const { total } = await filtered(db.selectFrom("requests"), filter)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
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
  tags: splitTags(row.tags),
  ...factsOfRow(row),
});

/** The id of the last row seen also serves as a cursor. */
async function rowWithId(db: Kysely<Schema>, { accountId, sources = null }: HistoryFilter, id: string) {
  if (!isUuid(id)) return null;
  return filtered(db.selectFrom("requests"), { ...(accountId !== undefined && { accountId }), sources })
    .where("request_id", "=", id.toLowerCase())
    .select(["started_at", "no"])
    .orderBy("no")
    .executeTakeFirst();
}
