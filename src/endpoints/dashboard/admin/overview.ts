import { Type } from "typebox";
import { readShownNames } from "../../../accounts/account-row.ts";
import type { Person } from "../../../accounts/types.ts";
import { page } from "../../../contract/endpoint.ts";
import { choice, given, listOf } from "../../../contract/shapes.ts";
import { listRequests } from "../../../metering/request-list.ts";
import { ownerOfCall } from "../../../service/logged-calls.ts";
import { pageOf } from "../../context.ts";
import { type DashboardContext, dashboardGroup, done, gives, notFound, tablePage } from "../context.ts";
import { auditPage, trail } from "../queries/audit.ts";
import {
  asAdmitted,
  HistoryQuery,
  historyFilter,
  RecordsFileQuery,
  readDetail,
  readRecords,
  recordsFile,
  requestRows,
} from "../queries/history.ts";
import { allKeys } from "../queries/keys.ts";
import { AdminKey, AdminSource, AuditRow } from "../views/admin.ts";
import { RequestDetail, RequestsAnswer } from "../views/requests.ts";
import { reason } from "./people.ts";

const { admin } = dashboardGroup("admin", "page");
const MAX_KEYS = 200;

/** The operator's overview: keys, requests, sources and the audit log. */
export const overviewEndpoints = [
  admin("GET /admin/keys", {
    summary: "Keys of all accounts, newest first",
    query: Type.Object({ search: given({ minLength: 0, maxLength: 200, default: "" }) }),
    answer: gives(Type.Object({ keys: listOf(AdminKey) })),
    handle: async ({ query }, { store }) => ({ keys: await allKeys(store.db, query.search, MAX_KEYS) }),
  }),
  admin("POST /admin/keys/{id}/revoke", {
    thing: "key",
    summary: "Revoke somebody's key",
    body: Type.Object({ reason }),
    examples: [{ reason: "found in a public repository" }],
    answer: done,
    async handle({ caller, params, body }, { accounts }) {
      const key = await accounts.findKey(params.id);
      if (!key) throw notFound();
      await accounts.revokeKey(key.id, { by: caller.person.id, reason: body.reason });
    },
  }),
  admin("GET /admin/requests", {
    summary: "Requests of everybody, newest first",
    query: HistoryQuery,
    answer: gives(RequestsAnswer),
    async handle({ query }, { store }) {
      const { requests, cursor } = await listRequests(store.db, historyFilter(query));
      const rows = await requestRows(store.db, requests.map(asAdmitted));
      return {
        requests: rows.map((row, at) => ({ ...row, account_email: requests[at]?.account_email ?? "" })),
        cursor,
      };
    },
  }),
  admin("GET /admin/requests/{id}", {
    thing: "request",
    summary: "Somebody's request; the audit log says who looked",
    answer: gives(RequestDetail),
    async handle({ caller: { person }, params }, context) {
      const owner = await openedOwner(context, person, params.id);
      const detail = await readDetail(context, owner, params.id);
      return { ...detail, account_email: (await readShownNames(context.store.db, [owner])).get(owner) ?? "" };
    },
  }),
  admin("GET /admin/requests/{id}/records", {
    thing: "request",
    summary: "The records of somebody's request, as a file; the audit log says who looked",
    query: RecordsFileQuery,
    answer: recordsFile,
    async handle({ caller: { person }, params: { id }, query }, context) {
      return readRecords(context, await openedOwner(context, person, id), id, query);
    },
  }),
  admin("GET /admin/sources", {
    summary: "Health, politeness and robots.txt of each source",
    answer: gives(Type.Object({ sources: listOf(AdminSource) })),
    async handle(_call, context) {
      const { health, store, service, engine } = context;
      const overrides = await health.store.overrides();
      const names = await readShownNames(
        store.db,
        overrides.map(({ by }) => by),
      );
      const titles = new Map(service.registry.sources.map(({ name, title }) => [name, title]));
      return {
        sources: engine.health().map((one) => {
          const held = overrides.find(({ source }) => source === one.source);
          return {
            source: one.source,
            title: titles.get(one.source) ?? one.source,
            state: one.state,
            breaker_open: one.breakerOpen,
            ok: one.ok,
            failed: one.failed,
            last_error_at: one.lastErrorAt,
            last_error: one.lastError,
            concurrency: one.politeness.concurrency,
            per_second: one.politeness.perSecond,
            robots: robotsView(context, one.source, one.robots),
            held: held ? { state: held.state, note: held.note, by: names.get(held.by) ?? held.by, at: held.at } : null,
          };
        }),
      };
    },
  }),
  admin("GET /admin/audit", {
    summary: "What admins changed, or everything that is logged, newest first",
    query: Type.Object({
      ...tablePage,
      by: choice(["admins", "everybody"], { default: "admins" }),
    }),
    answer: page(AuditRow, "The entries."),
    handle: ({ query: { by, ...query } }, { store }) =>
      auditPage(store.db, { ...pageOf(query), ...(by === "admins" && { by }) }),
  }),
];

function robotsView(
  { robots, isStandIn }: DashboardContext,
  source: string,
  mode: "honour" | "ignore",
): AdminSource["robots"] {
  const onSite = mode === "ignore" ? "ignored" : "honoured";
  const state = isStandIn(source) ? "stand-in" : onSite;
  const statements = state === "honoured" ? robots.of(source) : [];
  const operations = statements.map(({ operation, kind, words, cure }) => ({
    operation: operation.path,
    kind,
    words,
    cure,
  }));
  return { state, operations };
}

/** Whose request it is. The audit log says who looked at somebody else's. */
async function openedOwner(context: DashboardContext, person: Person, request: string): Promise<string> {
  const owner = await ownerOfCall(context.store.db, request);
  if (owner === null) throw notFound();
  if (owner !== person.id) {
    await trail(context, person, "request opened", owner, { before: null, after: { request } });
  }
  return owner;
}
