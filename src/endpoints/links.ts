import { Type } from "typebox";
import { json, page, storedFile } from "../contract/endpoint.ts";
import { WinnowError } from "../contract/errors.ts";
import { choice, given, integer, uuid } from "../contract/shapes.ts";
import { keptRecords } from "../files/kept-records.ts";
import { fileFormats, recordContent, recordTypes } from "../files/record-content.ts";
import { batchRecords } from "../jobs/batches/records.ts";
import { type OpenedLink, ResultLink } from "../jobs/result-links.ts";
import { whyIncomplete } from "../service/sent-part.ts";
import { type EndpointContext, found, group, pageFields, pageOf } from "./context.ts";
import { recordsFields } from "./jobs.ts";

const defineEndpoint = group("links", "link");

const LinkBody = Type.Object({
  format: choice(fileFormats, { default: "csv", description: "What the link gives." }),
  expires_in: integer({ minimum: 60, maximum: 2_592_000, default: 604_800, description: "Seconds until it expires." }),
});

/** Finds the work to link to; null if it is not the caller's. */
const finders = {
  job: ({ jobs }: EndpointContext, owner: OpenedLink["owner"], id: string) => jobs.find(owner, id),
  batch: ({ batches }: EndpointContext, owner: OpenedLink["owner"], id: string) => batches.find(owner, id),
  schedule: ({ schedules }: EndpointContext, owner: OpenedLink["owner"], id: string) => schedules.find(owner, id),
};
const places = { job: "jobs", batch: "batches", schedule: "schedules" } as const;

const makers = (["job", "batch", "schedule"] as const).map((kind) =>
  defineEndpoint(`POST /${places[kind]}/{id}/link`, {
    id: `${kind}Link`,
    thing: kind,
    summary: `Create a link to the records of a ${kind}`,
    description:
      kind === "schedule"
        ? "The link returns the records of the last successful run, so that a spreadsheet stays current. It needs no key, expires, and can be deleted."
        : "The link needs no key, expires, and can be deleted. It returns these records and nothing else.",
    body: LinkBody,
    answer: json(201, ResultLink, "The link."),
    limits: ["links"],
    retry: "idempotency-key",
    client: { method: `of${kind.charAt(0).toUpperCase()}${kind.slice(1)}` },
    async handle({ caller, params, body, idempotencyKey }, context) {
      found(await finders[kind](context, caller.owner, params.id), kind);
      const link = await context.links.create(caller.owner, {
        kind,
        id: params.id,
        format: body.format,
        seconds: body.expires_in,
        idempotencyKey,
      });
      return absolute(link, context);
    },
  }),
);

const absolute = (link: ResultLink, { publicOrigin }: EndpointContext): ResultLink => ({
  ...link,
  url: `${publicOrigin()}${link.url}`,
});

/** Results for spreadsheets, notebooks and browsers, which have no key. */
export const linkEndpoints = [
  ...makers,
  defineEndpoint("GET /links", {
    id: "links",
    summary: "The account's links that have not expired, newest first",
    query: Type.Object(pageFields),
    answer: page(ResultLink, "The links."),
    wholeAccount: true,
    client: { method: "list" },
    async handle({ caller, query }, context) {
      const { rows, next_cursor } = await context.links.list(caller.owner, pageOf(query));
      return { rows: rows.map((link) => absolute(link, context)), next_cursor };
    },
  }),
  defineEndpoint("DELETE /links/{id}", {
    id: "deleteLink",
    summary: "Delete a link; it stops working",
    answer: json(200, ResultLink, "The link as it was."),
    wholeAccount: true,
    client: { method: "remove" },
    handle: async ({ caller, params }, context) =>
      absolute(found(await context.links.remove(caller.owner, params.id), "link"), context),
  }),
  defineEndpoint("GET /links/{id}/{file}", {
    id: "openLink",
    callers: ["nobody"],
    summary: "The records behind a link",
    description: "For spreadsheets and notebooks: the URL is signed, and needs no key.",
    params: Type.Object({
      id: uuid({ description: "The link's id." }),
      file: given({ maxLength: 60, description: "Its signature and format." }),
    }),
    query: Type.Object({ fields: recordsFields.fields }),
    answer: storedFile(recordTypes, "The records.", { headers: ["x-results-count", "x-recalled"] }),
    errors: ["job_not_ended"],
    limits: ["linkReads"],
    client: null,
    async handle({ params, query }, context) {
      const opened = found(await context.links.open(params.id, params.file), "link");
      const { headers, ...rest } = await recordsOf(opened, query, context);
      const kept = { "cache-control": "private, max-age=60", "referrer-policy": "no-referrer" };
      return { ...rest, headers: { ...headers, ...kept } };
    },
  }),
];

/** The current records of a link's target. */
async function recordsOf(
  { owner, kind, id, format }: OpenedLink,
  query: { fields?: string },
  context: EndpointContext,
) {
  const wanted = { ...query, format, accept: undefined };
  if (kind === "batch") {
    return batchRecords(found(await context.batches.find(owner, id), "batch any more"), wanted, {
      ...context,
      registry: context.service.registry,
    });
  }
  const { operation, ...records } = await answerOf(owner, kind, id, context);
  const entry = found(context.service.registry.byPath(operation), "operation any more");
  return recordContent(() => records, { ...wanted, entry, fileName: `${kind}-${id}`, tables: context.tables });
}

async function answerOf(
  owner: OpenedLink["owner"],
  kind: Exclude<OpenedLink["kind"], "batch">,
  id: string,
  context: EndpointContext,
) {
  const { jobs, tokens } = context;
  if (kind === "request") {
    const answer = found(await tokens.openAnswer(owner.account.id, id), "result any more");
    const why = whyIncomplete(answer);
    if (why) throw new WinnowError("not_found", why);
    return { operation: answer.endpoint, ...keptRecords(answer, answer.results) };
  }
  const job = found(kind === "job" ? await jobs.find(owner, id) : await lastRun(context, owner, id), "job any more");
  return { operation: job.operation, ...(await jobs.records(job)) };
}

async function lastRun({ jobs }: EndpointContext, owner: OpenedLink["owner"], scheduleId: string) {
  const { rows } = await jobs.list(owner, { scheduleId, status: "succeeded", limit: 1, cursor: null });
  if (!rows[0])
    throw new WinnowError("not_found", "The schedule has no successful run yet. Open the link again later.");
  return rows[0];
}
