import { Type } from "typebox";
import { findRequest, type ListedRequest, listRequests } from "../../metering/request-list.ts";
import type { Entry } from "../../service/registry.ts";
import type { RequestDetail, RequestRow, RequestsAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const Day = Type.String({ format: "day" });

export const HistoryQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  endpoint: Type.Optional(Type.String({ maxLength: 200 })),
  key: Type.Optional(Type.String({ maxLength: 60 })),
  status: Type.Optional(Type.Enum(["2", "4", "5"])),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
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

const DAY = 86_400_000;

/** The history's filter of what the page asks for; `to` is the last day, and is in it. */
export const pageOf = ({ limit, cursor, search, endpoint, key, status, from, to }: HistoryWish) => ({
  limit,
  cursor: cursor ?? null,
  text: search ?? null,
  endpoint: endpoint ?? null,
  keyIds: key ? [key] : null,
  statusClass: status ? Number(status) : null,
  start: from ? Date.parse(from) : null,
  end: to ? Date.parse(to) + DAY : null,
});

export function registerRequestRoutes({ member }: GuardedRoutes, { store, service, metering }: DashboardParts): void {
  member("GET", "/requests", { querystring: HistoryQuery }, async ({ person, query }): Promise<RequestsAnswer> => {
    const { requests, cursor } = await listRequests(store.db, { ...pageOf(query), accountId: person.id });
    return { requests: requests.map(rowOf), cursor };
  });

  member("GET", "/requests/:id", {}, async ({ person, params }): Promise<RequestDetail> => {
    const found = await findRequest(store.db, person.id, params.id!);
    if (!found) throw notFound();
    const answer = await metering.answerOf(person.id, params.id!);
    return {
      ...rowOf(found),
      params: found.params,
      upstream_pages: found.upstream_pages,
      timeout: found.timeout,
      points_left: found.points_left,
      plan: found.plan,
      results_end: found.results_end,
      results_total: found.results_total,
      resolved: found.resolved,
      warnings: found.warnings,
      cost_reason: reasonOf(found, service.registry.byPath(found.endpoint)),
      answer: answer ? JSON.parse(Buffer.from(answer.body).toString()) : null,
    };
  });
}

export const rowOf = (row: ListedRequest): RequestRow => ({
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
});

/** Why a request cost what it did. */
function reasonOf({ status, cost, results }: ListedRequest, entry: Entry | undefined): string {
  if (status === null) return "Still running: the price is settled at the end.";
  if (status !== 200) return "Only a 200 is charged.";
  const price = entry?.operation.price;
  if (!price || price.kind === "flat") return price?.words ?? "";
  return cost === 0 ? "No results, no charge." : `${price.words}: ${results} results.`;
}
