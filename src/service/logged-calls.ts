import { type Kysely, sql } from "kysely";
import { factsView } from "../contract/answer-facts.ts";
import { spanMs } from "../metering/closed-spans.ts";
import { type HistoryPage, newestCallsFirst } from "../metering/history.ts";
import { type HistoryFilter, isOfRows } from "../metering/history-filter.ts";
import { type ListedRequest, listRequests, type Names, readNames } from "../metering/request-list.ts";
import { type Bucket, partIn } from "../metering/summed-time.ts";
import { bucketName, bucketNumber, type UsageCell } from "../metering/usage.ts";
import { columnsExcept, type Schema } from "../store/schema.ts";
import type { CallDetails, CallKind, Step } from "./call-log-types.ts";

/** A call as the dashboard lists it, admitted or not. `skipped` calls preceded it, too fast to be logged. */
export type ListedCall = ListedRequest & { kind: CallKind; skipped: number };

const listed = columnsExcept("call_log", ["no", "error_code", "address", "body", "headers_in", "headers_out", "steps"]);

type Row = Awaited<ReturnType<typeof readRows>>[number];

/**
 * One page of an account's calls, newest first: admitted ones are rows of the history, the others are in the log. Both are
 * read from the same position and merged. Rows of the log have negative numbers, so that one cursor gives a position in
 * both.
 */
export async function listCalls(
  db: Kysely<Schema>,
  page: HistoryPage & { accountId: string },
): Promise<{ calls: ListedCall[]; cursor: string | null }> {
  const history = await listRequests(db, page);
  const looked = history.cursor === null ? null : newestCallsFirst.read(history.cursor);
  // Log rows beyond the point that the history was read to belong to a later page.
  const rows = (await readRows(db, page)).filter(({ started_at }) => !looked || started_at > looked.started_at);
  const names = await readNames(db, rows);
  const merged = [
    ...history.requests.map((request): ListedCall => ({ ...request, kind: "admitted", skipped: 0 })),
    ...rows.map((row) => toListed(row, names)),
  ].sort((a, b) => b.started_at - a.started_at || b.no - a.no);
  const calls = merged.slice(0, page.limit);
  const last = calls.at(-1);
  return { calls, cursor: last && merged.length > page.limit ? newestCallsFirst.write(last) : history.cursor };
}

/** A call that was not admitted, by the id in its response. */
export async function findRefusedCall(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
): Promise<ListedCall | null> {
  const row = await notAdmitted(db, { accountId })
    .where("request_id", "=", requestId)
    .orderBy("call_log.no", "desc")
    .executeTakeFirst();
  return row ? toListed(row, await readNames(db, [row])) : null;
}

/** The account of a call, by its id; null if there is no such call. */
export async function ownerOfCall(db: Kysely<Schema>, requestId: string): Promise<string | null> {
  for (const table of ["requests", "call_log"] as const) {
    const row = await db
      .selectFrom(table)
      .where("request_id", "=", requestId)
      .orderBy("no", "desc")
      .select("account_id")
      .executeTakeFirst();
    if (row) return row.account_id;
  }
  return null;
}

/** Counts calls that were not admitted in the same way as the others, so that usage and history agree. */
export async function countNotAdmitted(
  db: Kysely<Schema>,
  filter: HistoryFilter & { accountId: string },
  { span, offsets }: Bucket,
): Promise<UsageCell[]> {
  const statusClass = sql<number>`status / 100`;
  const cells: UsageCell[] = [];
  for (const piece of offsets) {
    const part = partIn(filter, piece);
    if (!part) continue;
    const place = bucketNumber(span, piece.ahead);
    const rows = await notAdmitted(db, part)
      .clearSelect()
      .select(({ fn }) => [
        place.as("at"),
        "endpoint",
        "key_id",
        statusClass.as("status_class"),
        fn.countAll<number>().as("calls"),
        sql<number>`sum(ended_at - started_at)`.as("duration_ms"),
      ])
      .groupBy([place, "endpoint", "key_id", statusClass])
      .execute();
    for (const { at, calls, duration_ms, status_class, ...row } of rows) {
      cells.push({
        ...row,
        day: bucketName(span, Number(at) * spanMs[span]),
        status_class: Number(status_class),
        calls: Number(calls),
        errors: Number(status_class) >= 4 ? Number(calls) : 0,
        points: 0,
        duration_ms: Number(duration_ms),
      });
    }
  }
  return cells;
}

/** Longer parameters are not read for a list. */
export const SHORT_PARAMS = 2_000;

/** The parameters of a page's calls, as JSON, by their numbers. */
export async function readShortParams(db: Kysely<Schema>, calls: ListedCall[]): Promise<Map<number, string>> {
  if (calls.length === 0) return new Map();
  const times = calls.map(({ started_at }) => started_at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const admitted = await db
    .selectFrom("requests")
    .where("no", "in", [0, ...calls.map(({ no }) => no)])
    .where("started_at", ">=", first)
    .where("started_at", "<=", last)
    .where(sql`length(params)`, "<=", SHORT_PARAMS)
    .select(["no", "params"])
    .execute();
  const others = await db
    .selectFrom("call_log")
    .where("no", "in", [0, ...calls.map(({ no }) => -no)])
    .where(sql`length(body)`, "<=", SHORT_PARAMS)
    .select(["no", "body"])
    .execute();
  return new Map([
    ...admitted.map(({ no, params }): [number, string] => [no, params]),
    ...others.map(({ no, body }): [number, string] => [-no, body ?? ""]),
  ]);
}

/** Details of a call from the log: the newest, if a caller reused the id. */
export async function readCallDetails(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
): Promise<CallDetails | null> {
  const row = await db
    .selectFrom("call_log")
    .where("request_id", "=", requestId)
    .where("account_id", "=", accountId)
    .orderBy("no", "desc")
    .select(["body", "address", "error_code", "headers_in", "headers_out", "steps"])
    .executeTakeFirst();
  if (!row) return null;
  const { steps, left_out }: { steps: Step[]; left_out: number } = JSON.parse(row.steps);
  return {
    ...row,
    headers_in: JSON.parse(row.headers_in),
    headers_out: JSON.parse(row.headers_out),
    steps,
    steps_left_out: left_out,
  };
}

/** Reads one more than the page, so that the caller sees whether there are more. */
function readRows(db: Kysely<Schema>, { limit, cursor, ...filter }: HistoryPage & { accountId: string }) {
  const place = cursor === null ? null : newestCallsFirst.read(cursor);
  return newestCallsFirst
    .after(db.selectFrom(notAdmitted(db, filter).as("calls")).selectAll(), place)
    .limit(limit + 1)
    .execute();
}

const notAdmitted = (db: Kysely<Schema>, filter: HistoryFilter & { accountId: string }) =>
  db
    .selectFrom("call_log")
    .where(isOfRows(filter, ["request_id", "body", "error_text"]))
    .where("kind", "in", ["refused", "replayed", "dry_run"])
    .select(listed)
    .select(sql<number>`-call_log.no`.as("no"));

/** Columns that a call that was not admitted does not have. */
const NOT_RUN = {
  tags: [],
  plan: "",
  cost: 0,
  points_left: null,
  results: 0,
  upstream_pages: 0,
  timeout: 0,
  ...factsView(null),
};

const toListed = (
  { request_id: id, door: entry_point, ended_at, ...row }: Row,
  { keys, accounts }: Names,
): ListedCall => ({
  ...row,
  ...NOT_RUN,
  id,
  entry_point,
  kind: row.kind as CallKind,
  account_email: accounts.get(row.account_id) ?? "",
  key_name: keys.get(row.key_id) ?? "",
  duration_ms: Math.max(0, ended_at - row.started_at),
});
