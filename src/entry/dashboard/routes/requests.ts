import type { Kysely } from "kysely";
import { Type } from "typebox";
import { findRequest } from "../../../metering/request-list.ts";
import { csvOf } from "../../../service/csv.ts";
import {
  findRefusedCall,
  type ListedCall,
  listCalls,
  readCallDetails,
  readShortParams,
} from "../../../service/logged-calls.ts";
import type { Entry } from "../../../service/registry.ts";
import type { Schema } from "../../../store/schema.ts";
import type { RequestDetail, RequestRow, RequestsAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";
import { TimeQuery, timeAsked } from "../validation.ts";

export const HistoryQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  endpoint: Type.Optional(Type.String({ maxLength: 200 })),
  key: Type.Optional(Type.String({ maxLength: 60 })),
  status: Type.Optional(Type.Enum(["2", "4", "5"])),
  ...TimeQuery,
});

export interface HistoryWish {
  limit: number;
  cursor?: string;
  search?: string;
  endpoint?: string;
  key?: string;
  status?: string;
  from?: string;
  to?: string;
}

/** Rows of one export. */
const MOST_EXPORTED = 10_000;
const EXPORT_STEP = 500;

/** The history's filter of what the page asks for. */
export const pageOf = ({ limit, cursor, search, endpoint, key, status, ...time }: HistoryWish) => ({
  limit,
  cursor: cursor ?? null,
  text: search ?? null,
  endpoint: endpoint ?? null,
  keyIds: key ? [key] : null,
  statusClass: status ? Number(status) : null,
  ...timeAsked(time),
});

export function registerRequestRoutes({ member }: GuardedRoutes, parts: DashboardParts): void {
  const { store, service } = parts;
  member("GET", "/requests", { querystring: HistoryQuery }, async ({ person, query }): Promise<RequestsAnswer> => {
    const { calls, cursor } = await listCalls(store.db, { ...pageOf(query), accountId: person.id });
    return { requests: await rowsOf(store.db, calls), cursor };
  });

  member("GET", "/requests.csv", { querystring: HistoryQuery }, async ({ person, query, reply }) => {
    const rows: RequestRow[] = [];
    let cursor: string | null = null;
    do {
      const page = { ...pageOf({ ...query, limit: EXPORT_STEP }), cursor, accountId: person.id };
      const part: Awaited<ReturnType<typeof listCalls>> = await listCalls(store.db, page);
      rows.push(...part.calls.map((call) => rowOf(call, {})));
      cursor = part.cursor;
    } while (cursor !== null && rows.length < MOST_EXPORTED);
    reply.headers({ "content-type": "text/csv; charset=utf-8", "content-disposition": attachment("requests.csv") });
    return csvOf(
      csvColumns,
      rows.map((row) => ({ ...row, started_at: new Date(row.started_at).toISOString() })),
    );
  });

  member(
    "GET",
    "/requests/:id",
    {},
    async ({ person, params }): Promise<RequestDetail> => ({
      ...(await readDetail(parts, person.id, params.id!)),
      evidence: (await service.evidenceOf({ person, key: { sources: null } }, params.id!)) !== null,
    }),
  );

  member("GET", "/requests/:id/evidence", {}, async ({ person, params, reply }) => {
    const warc = await service.evidenceOf({ person, key: { sources: null } }, params.id!);
    if (!warc) throw notFound();
    reply.headers({ "content-type": "application/warc", "content-disposition": attachment(`${params.id}.warc.gz`) });
    return Buffer.from(warc);
  });
}

/** One call of an account, with all that is known about it. */
export async function readDetail(
  { store, service, metering }: DashboardParts,
  accountId: string,
  id: string,
): Promise<RequestDetail> {
  const admitted = await findRequest(store.db, accountId, id);
  const found = admitted ? asAdmitted(admitted) : await findRefusedCall(store.db, accountId, id);
  if (!found) throw notFound();
  const log = await readCallDetails(store.db, accountId, id);
  const answer = await metering.answerOf(accountId, id);
  return {
    ...rowOf(found, admitted?.params ?? readSent(log?.body)),
    upstream_pages: found.upstream_pages,
    timeout: found.timeout,
    points_left: found.points_left,
    plan: found.plan,
    results_end: found.results_end,
    results_total: found.results_total,
    resolved: found.resolved,
    warnings: found.warnings,
    age: found.age,
    cost_reason: reasonOf(found, service.registry.byPath(found.endpoint)),
    answer: answer ? JSON.parse(Buffer.from(answer.body).toString()) : null,
    log,
    evidence: false,
  };
}

const attachment = (name: string): string => `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`;

const csvColumns = [
  ...["id", "started_at", "endpoint", "kind", "status", "results", "cost", "duration_ms"],
  ...["key_name", "entry_point", "error_text"],
];

export const asAdmitted = <R>(row: R): R & Pick<ListedCall, "kind" | "skipped"> => ({
  ...row,
  kind: "admitted",
  skipped: 0,
});

/** The body of a call that was refused: as JSON where it is some. */
function readSent(body: string | null | undefined): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(body ?? "{}");
    return typeof sent === "object" && sent !== null && !Array.isArray(sent) ? (sent as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A page of calls with what each was asked for, which tells them apart. */
export async function rowsOf(db: Kysely<Schema>, calls: ListedCall[]): Promise<RequestRow[]> {
  const sent = await readShortParams(db, calls);
  return calls.map((call) => rowOf(call, readSent(sent.get(call.no))));
}

const rowOf = (row: ListedCall, params: Record<string, unknown>): RequestRow => ({
  params,
  id: row.id,
  endpoint: row.endpoint,
  source: row.source,
  entry_point: row.door,
  key_id: row.key_id,
  key_name: row.key_name,
  status: row.status,
  cost: row.cost,
  results: row.results,
  started_at: row.started_at,
  duration_ms: row.duration_ms,
  error_text: row.error_text,
  kind: row.kind,
  skipped: row.skipped,
});

const reasons: Partial<Record<ListedCall["kind"], string>> = {
  refused: "The call was refused: nothing is charged.",
  replayed: "Same Idempotency-Key as an earlier request: nothing is charged again.",
  dry_run: "A dry run: nothing is charged.",
};

/** Why a request cost what it did. */
function reasonOf({ kind, status, cost, results, age }: ListedCall, entry: Entry | undefined): string {
  const plain = reasons[kind];
  if (plain) return plain;
  if (status === null) return "Still running: the price is known at the end.";
  if (status !== 200) return "Only a 200 is charged.";
  if (age !== null) return `A cached result is free. It was ${age} s old.`;
  const price = entry?.operation.price;
  if (!price || price.kind === "flat") return price?.words ?? "";
  return cost === 0 ? "No results, no charge." : `${price.words}: ${results} results.`;
}
