import { Type } from "typebox";
import { listRequests } from "../../../../metering/request-list.ts";
import { ownerOfCall } from "../../../../service/logged-calls.ts";
import type { AdminSource } from "../../admin-api-types.ts";
import type { RequestDetail, RequestsAnswer } from "../../api-types.ts";
import { notFound } from "../../errors.ts";
import type { DashboardParts } from "../../parts.ts";
import { allKeys } from "../../queries/keys.ts";
import { sourceStatuses } from "../../queries/sources.ts";
import type { GuardedRoutes } from "../../session.ts";
import { asAdmitted, HistoryQuery, pageOf, readDetail, rowsOf } from "../requests.ts";
import { auditRows, auditTrail, emailsOf } from "./audit.ts";
import { registerAdminIncidents } from "./incidents.ts";
import { registerAdminPeople } from "./people.ts";

const MOST_KEYS = 200;
const AUDIT_PAGE = 50;

const Search = Type.Object({ search: Type.String({ maxLength: 200, default: "" }) });
const Before = Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e15 })) });
const Reason = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500 }) });

/** What an operator opens in the morning. */
export function registerAdminRoutes(routes: GuardedRoutes, parts: DashboardParts): void {
  const { admin } = routes;
  const { accounts, store } = parts;
  const trail = auditTrail(parts);
  registerAdminPeople(routes, parts, trail);
  registerAdminIncidents(routes, parts);

  admin("GET", "/admin/keys", { querystring: Search }, async ({ query }) => ({
    keys: await allKeys(store.db, query.search, MOST_KEYS),
  }));

  admin("POST", "/admin/keys/:id/revoke", { body: Reason }, async ({ person, params, body }) => {
    const key = await accounts.findKey(params.id!);
    if (!key) throw notFound();
    await accounts.revokeKey(key.id, { by: person.id, reason: body.reason });
    return { done: true };
  });

  admin("GET", "/admin/requests", { querystring: HistoryQuery }, async ({ query }): Promise<RequestsAnswer> => {
    const { requests, cursor } = await listRequests(store.db, pageOf(query));
    const rows = await rowsOf(store.db, requests.map(asAdmitted));
    return { requests: rows.map((row, at) => ({ ...row, account_email: requests[at]?.account_email ?? "" })), cursor };
  });

  /** The audit log says who looked: it is somebody else's call. */
  admin("GET", "/admin/requests/:id", {}, async ({ person, params }): Promise<RequestDetail> => {
    const owner = await ownerOfCall(store.db, params.id!);
    if (owner === null) throw notFound();
    const detail = await readDetail(parts, owner, params.id!);
    if (owner !== person.id) await trail(person, "request opened", owner, null, { request: detail.id });
    return { ...detail, account_email: (await emailsOf(store.db, [owner])).get(owner) ?? "" };
  });

  admin("GET", "/admin/sources", {}, async (): Promise<{ sources: AdminSource[] }> => {
    const engine = new Map(parts.engine.health().map((one) => [one.source, one]));
    const overrides = await parts.health.store.overrides();
    const people = await emailsOf(
      store.db,
      overrides.map(({ by }) => by),
    );
    return {
      sources: sourceStatuses(parts).map((status) => {
        const { lastError, politeness, robots } = engine.get(status.source)!;
        const override = overrides.find(({ source }) => source === status.source);
        return {
          ...status,
          last_error: lastError,
          concurrency: politeness.concurrency,
          per_second: politeness.perSecond,
          robots: robotsView(parts, status.source, robots),
          held: override
            ? {
                state: override.state,
                note: override.note,
                by: people.get(override.by) ?? override.by,
                at: override.at,
              }
            : null,
        };
      }),
    };
  });

  admin("GET", "/admin/audit", { querystring: Before }, async ({ query }) => ({
    audit: await auditRows(store.db, { limit: AUDIT_PAGE, before: query.before ?? null }),
  }));
}

function robotsView(
  { robots, isStandIn }: DashboardParts,
  source: string,
  mode: "honour" | "ignore",
): AdminSource["robots"] {
  const onSite = mode === "ignore" ? "ignored" : "honoured";
  const state = isStandIn(source) ? "stand-in" : onSite;
  const statements = state === "honoured" ? robots.of(source) : [];
  const operations = statements.map(({ operation, kind, words, cure }) => ({
    ...{ operation: operation.path, kind, words, cure },
  }));
  return { state, operations };
}
