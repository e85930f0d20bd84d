import { Type } from "typebox";
import { page } from "../../../contract/endpoint.ts";
import { choice, given, integer } from "../../../contract/shapes.ts";
import { pagesIn } from "../../../extraction/recording/pages-in.ts";
import { holdSource, noteOnIncident } from "../../../health/decide.ts";
import { evidenceFile, parseCommand, replayCommand } from "../../../health/incident-evidence.ts";
import type { Incident } from "../../../health/types.ts";
import { RecallRefused } from "../../../recalls/recalls.ts";
import { pageOf } from "../../context.ts";
import { type DashboardContext, dashboardGroup, done, download, file, gives, notFound, tablePage } from "../context.ts";
import { AdminIncident, AdminIncidentDetail, AdminRecallPlan } from "../views/admin.ts";

const { admin } = dashboardGroup("incidents", "incident");
const params = Type.Object({ no: integer({ minimum: 1, maximum: 1e15 - 1 }) });
const sourceName = given({ minLength: 0, maxLength: 60 });
const parts = { response: "text/plain", recording: "application/warc" } as const;

/** What broke, how to fix it, and what an operator decides about it. */
export const incidentEndpoints = [
  admin("GET /admin/incidents", {
    summary: "Incidents, newest first",
    query: Type.Object({
      state: choice(["open", "all"], { default: "all" }),
      source: Type.Optional(sourceName),
      ...tablePage,
    }),
    answer: page(AdminIncident, "The incidents."),
    async handle({ query: { state, source = null, ...query } }, context) {
      const { store, evidence } = context.health;
      const filter = { open: state === "open", source, ...pageOf(query) };
      const { rows, next_cursor } = await store.listIncidents(filter);
      const kept = await evidence.kept(rows.map(({ no }) => no));
      return { rows: rows.map((incident) => toView(context, incident, kept.get(incident.no))), next_cursor };
    },
  }),
  admin("GET /admin/incidents/{no}", {
    summary: "An incident with its evidence",
    params,
    answer: gives(AdminIncidentDetail),
    async handle({ params }, context) {
      const incident = await incidentOf(context, params.no);
      const evidence = await context.health.evidence.find(incident.no);
      const kept = evidence ? { response: evidence.body !== null, recording: evidence.warc !== null } : undefined;
      return {
        incident: toView(context, incident, kept),
        response: evidence && { ...evidence.about, bytes: evidence.body?.byteLength ?? null },
        pages: evidence?.warc ? await pagesIn(evidence.warc) : [],
        parse_command: evidence?.body ? parseCommand(incident.no, evidence.about) : null,
        replay_command: evidence?.warc ? replayCommand(incident.no) : null,
      };
    },
  }),
  admin("GET /admin/incidents/{no}/recall", {
    summary: "What a recall of the incident would do",
    description: "Reads the records of all calls of that time, and changes nothing.",
    params,
    limits: ["readersOfAnAccount", "readers"],
    answer: gives(AdminRecallPlan),
    async handle({ params }, context) {
      const incident = await incidentOf(context, params.no);
      try {
        const { affected, undecided, well, span } = await context.planRecall(incident);
        return {
          refused: null,
          calls: affected.length,
          accounts: new Set(affected.map(({ account_id }) => account_id)).size,
          points: affected.reduce((sum, { cost }) => sum + cost, 0),
          undecided: undecided.length,
          well,
          from: span.from,
          to: span.to,
        };
      } catch (error) {
        if (!(error instanceof RecallRefused)) throw error;
        const span = { from: incident.opened_at, to: incident.closed_at ?? context.clock.now() };
        return { refused: error.message, calls: 0, accounts: 0, points: 0, undecided: 0, well: 0, ...span };
      }
    },
  }),
  ...(["response", "recording"] as const).map((what) =>
    admin(`GET /admin/incidents/{no}/${what}`, {
      summary: `The ${what} that was kept of an incident`,
      params,
      answer: file(parts[what]),
      async handle({ params }, context) {
        const { no } = await incidentOf(context, params.no);
        const evidence = await context.health.evidence.find(no);
        const bytes = what === "response" ? evidence?.body : evidence?.warc;
        if (!bytes) throw notFound();
        const type = what === "response" ? "text/plain; charset=utf-8" : parts.recording;
        const { headers, ...saved } = download(type, evidenceFile(no, what), Buffer.from(bytes));
        // A third party's page: it is saved or shown as text, and runs nothing here.
        return { ...saved, headers: { ...headers, "content-security-policy": "sandbox; default-src 'none'" } };
      },
    }),
  ),
  admin("POST /admin/incidents/{no}/note", {
    summary: "Write a note for the public status",
    params,
    body: Type.Object({ note: given({ minLength: 0, maxLength: 2_000 }) }),
    examples: [{ note: "We are on it." }],
    answer: done,
    async handle({ caller, params, body }, context) {
      const { no } = await incidentOf(context, params.no);
      const { store, health, clock } = context;
      await noteOnIncident(store.db, health, { no, note: body.note, by: caller.person.id, at: clock.now() });
    },
  }),
  admin("POST /admin/sources/{source}/hold", {
    thing: "source",
    summary: "Hold a source open or closed, or return it to automatic",
    params: Type.Object({ source: sourceName }),
    body: Type.Object({
      state: choice(["closed", "open", "auto"]),
      note: given({ minLength: 0, maxLength: 500, default: "" }),
    }),
    examples: [{ state: "auto" }],
    answer: done,
    async handle({ caller, params: { source }, body }, { service, store, health, clock }) {
      if (!service.registry.sources.some(({ name }) => name === source)) throw notFound();
      await holdSource(store.db, health, { source, ...body, by: caller.person.id, at: clock.now() });
      await health.refresh();
    },
  }),
];

async function incidentOf({ health }: DashboardContext, no: number): Promise<Incident> {
  const incident = await health.store.findIncident(no);
  if (!incident) throw notFound();
  return incident;
}

function toView(
  { service }: DashboardContext,
  { details, blocking, ...incident }: Incident,
  kept?: { response: boolean; recording: boolean },
): AdminIncident {
  return {
    ...incident,
    title: service.registry.sources.find(({ name }) => name === incident.source)?.title ?? incident.source,
    state: blocking ? "down" : "degraded",
    before: details.before ?? null,
    after: details.after ?? null,
    likely_new_name: details.likely_new_name ?? null,
    example_request: details.example_request ?? null,
    structure: details.structure ?? null,
    has_response: kept?.response ?? false,
    has_recording: kept?.recording ?? false,
  };
}
