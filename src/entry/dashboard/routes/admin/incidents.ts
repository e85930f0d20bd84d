import { Type } from "typebox";
import { holdSource, noteOnIncident } from "../../../../health/decide.ts";
import { fileOf, parseCommand, replayCommand } from "../../../../health/mending.ts";
import type { Incident } from "../../../../health/types.ts";
import type { AdminIncident, AdminIncidentDetail, AdminIncidents } from "../../admin-api-types.ts";
import { notFound } from "../../errors.ts";
import type { DashboardParts } from "../../parts.ts";
import type { GuardedRoutes, Session } from "../../session.ts";

const PAGE = 50;
const LARGEST_NO = 2 ** 53 - 1;

const Page = Type.Object({
  state: Type.Enum(["open", "all"], { default: "all" }),
  source: Type.Optional(Type.String({ maxLength: 60 })),
  cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_NO })),
});
const Note = Type.Object({ note: Type.String({ maxLength: 2_000 }) });
const Hold = Type.Object({
  state: Type.Enum(["closed", "open", "auto"]),
  note: Type.String({ maxLength: 500, default: "" }),
});

/** What broke, from what it is mended, and what an operator decides about it. */
export function registerAdminIncidents({ admin }: GuardedRoutes, parts: DashboardParts): void {
  const { health, store, service, clock } = parts;
  const { sources } = service.registry;

  admin("GET", "/admin/incidents", { querystring: Page }, async ({ query }): Promise<AdminIncidents> => {
    const found = await health.store.listIncidents({
      open: query.state === "open",
      source: query.source ?? null,
      before: query.cursor ?? null,
      limit: PAGE + 1,
    });
    const incidents = found.slice(0, PAGE);
    const kept = await health.evidence.kept(incidents.map(({ no }) => no));
    return {
      incidents: incidents.map((incident) => viewOf(incident, kept.get(incident.no))),
      cursor: found.length > PAGE ? incidents.at(-1)!.no : null,
    };
  });

  admin("GET", "/admin/incidents/:no", {}, async ({ params }): Promise<AdminIncidentDetail> => {
    const incident = await incidentOf(params);
    const evidence = await health.evidence.find(incident.no);
    const kept = evidence ? { response: evidence.body !== null, recording: evidence.warc !== null } : undefined;
    return {
      incident: viewOf(incident, kept),
      response: evidence && { ...evidence.about, bytes: evidence.body?.byteLength ?? null },
      parse_command: evidence?.body ? parseCommand(incident.no, evidence.about) : null,
      replay_command: evidence?.warc ? replayCommand(incident.no) : null,
    };
  });

  for (const what of ["response", "recording"] as const) {
    admin("GET", `/admin/incidents/:no/${what}`, {}, async ({ params, reply }: Session) => {
      const { no } = await incidentOf(params);
      const evidence = await health.evidence.find(no);
      const bytes = what === "response" ? evidence?.body : evidence?.warc;
      if (!bytes) throw notFound();
      // A page of somebody else's: it is saved or shown as text, and runs nothing here.
      return reply
        .headers({
          "content-type": what === "response" ? "text/plain; charset=utf-8" : "application/warc",
          "content-disposition": `attachment; filename="${fileOf(no, what)}"`,
          "content-security-policy": "sandbox; default-src 'none'",
        })
        .send(Buffer.from(bytes));
    });
  }

  admin("POST", "/admin/incidents/:no/note", { body: Note }, async ({ person, params, body }) => {
    const { no } = await incidentOf(params);
    await noteOnIncident(store.db, health, { no, note: body.note, by: person.id, at: clock.now() });
    return { done: true };
  });

  admin("POST", "/admin/sources/:source/hold", { body: Hold }, async ({ person, params, body }) => {
    const source = params.source!;
    if (!sources.some(({ name }) => name === source)) throw notFound();
    await holdSource(store.db, health, { source, ...body, by: person.id, at: clock.now() });
    await health.refresh();
    return { done: true };
  });

  async function incidentOf({ no }: Record<string, string>): Promise<Incident> {
    const wanted = /^[1-9]\d{0,14}$/.test(no!) ? Number(no) : null;
    const incident = wanted === null ? null : await health.store.findIncident(wanted);
    if (!incident) throw notFound();
    return incident;
  }

  const viewOf = (incident: Incident, kept?: { response: boolean; recording: boolean }): AdminIncident => {
    const { details, blocking, ...rest } = incident;
    return {
      ...rest,
      title: sources.find(({ name }) => name === incident.source)?.title ?? incident.source,
      state: blocking ? "down" : "degraded",
      before: details.before ?? null,
      after: details.after ?? null,
      likely_new_name: details.likely_new_name ?? null,
      example_request: details.example_request ?? null,
      structure: details.structure ?? null,
      has_response: kept?.response ?? false,
      has_recording: kept?.recording ?? false,
    };
  };
}
