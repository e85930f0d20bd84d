import { Type } from "typebox";
import { created, type EndpointCall, type IdRoute, json, page, storedFile } from "../contract/endpoint.ts";
import { listOf, operationRecord } from "../contract/shapes.ts";
import { recordTypes } from "../files/record-content.ts";
import type { BatchesApi } from "../jobs/batches/batches.ts";
import { batchRecords } from "../jobs/batches/records.ts";
import { batchQuality } from "../jobs/quality.ts";
import type { BatchSubmission } from "../jobs/types.ts";
import { Batch, BatchFailure, BatchPreview, MissingLine } from "../jobs/work-views.ts";
import { QualityReport } from "../service/quality-report.ts";
import {
  type EndpointCaller,
  type EndpointContext,
  FREE,
  found,
  group,
  pageFields,
  pageOf,
  requestPayer,
} from "./context.ts";
import { recordsFields } from "./jobs.ts";
import { BatchBody, BatchQuery, readBatch } from "./read-batch.ts";

const defineEndpoint = group("batches", "batch");
const one = json(200, Batch, "The batch.");

const upload = {
  upload: ["application/x-ndjson", "text/csv"],
  query: BatchQuery,
  body: BatchBody,
  errors: ["source_forbidden", "nothing_kept", "over_max_cost"],
  examples: [
    {
      operation: "nlretail/products/search",
      max_cost: 100,
      requests: [
        { keyword: "lamp", count: 20 },
        { keyword: "chair", count: 20 },
      ],
    },
  ],
} as const;

async function submissionOf(
  {
    caller,
    chunks,
    contentType,
    query,
    idempotencyKey,
  }: EndpointCall<EndpointCaller, unknown, Parameters<typeof readBatch>[1]["query"]>,
  { service }: EndpointContext,
): Promise<BatchSubmission> {
  const read = await readBatch(service, { body: chunks, contentType, query, permit: caller.permit });
  return { ...read, caller: await caller.callerFor(read.entry), idempotencyKey };
}

/** An action on one batch that returns it. */
const act = <const N extends string, R extends IdRoute = `POST /batches/{id}/${N}`>(
  name: N,
  id: string,
  [summary, description]: [string, string],
  run: (batches: BatchesApi) => BatchesApi["pause"],
  route = `POST /batches/{id}/${name}` as R,
) =>
  defineEndpoint(route, {
    id,
    summary,
    description,
    answer: one,
    retry: "safe",
    client: { method: name },
    handle: ({ caller, params }, { batches }) => run(batches)(caller.owner, params.id),
  });

/** An action that runs what is left of a batch; whoever takes it pays for that. */
const actPaying = <const N extends string>(
  name: N,
  id: string,
  [summary, description]: [string, string],
  run: (batches: BatchesApi) => BatchesApi["resume"],
) =>
  defineEndpoint(`POST /batches/{id}/${name}`, {
    id,
    summary,
    description: `${description} The key of this call pays for what is left.`,
    answer: one,
    errors: ["source_forbidden", "nothing_kept", "over_spending_cap"],
    retry: "safe",
    client: { method: name },
    async handle({ caller, params }, { batches, service }) {
      const { operation } = found(await batches.find(caller.owner, params.id), "batch");
      const entry = found(service.registry.byPath(operation), "operation any more");
      return run(batches)(caller.owner, params.id, requestPayer(caller, entry));
    },
  });

/** One operation over many bodies. */
export const batchEndpoints = [
  defineEndpoint("POST /batches", {
    ...upload,
    id: "submitBatch",
    summary: "Run one operation for 1 to 10,000 requests",
    description:
      "All items are checked before anything runs. A 422 names each wrong item: the line of a file as an editor counts it, or the place in `requests`, both from 1. The total price must not exceed `max_cost` (403). If a rate window is full, items wait. If points run out, the batch pauses. `POST /batches/preview` with the same body returns only the price. As NDJSON (one body per line) or CSV (field names in the first row): `operation`, `max_cost` and `webhook` in the query. The text is read in the charset that `content-type` declares, UTF-8 unless it does.",
    gone: { dry_run: "POST /batches/preview returns the price and runs nothing." },
    headers: {
      "idempotency-key": {
        description: "The same key returns the same batch. A different batch with it is refused (422).",
        schema: { type: "string", minLength: 1, maxLength: 255 },
      },
    },
    answer: created(202, Batch, "The batch.", ({ id }) => `/batches/${id}`),
    errors: [...upload.errors, "idempotency_running", "idempotency_mismatch"],
    limits: ["batchBody", "batchItems", "openBatches", "batchesKept"],
    retry: "idempotency-key",
    client: { method: "submit", args: ["operation", "requests"] },
    handle: async (call, context) => context.batches.submit(await submissionOf(call, context)),
  }),
  defineEndpoint("POST /batches/preview", {
    ...upload,
    id: "previewBatch",
    summary: "What a batch can cost",
    description: "Checks every item as `POST /batches` does, and runs nothing. Free.",
    answer: json(200, BatchPreview, "The price."),
    limits: ["batchBody", "batchItems"],
    retry: "safe",
    client: { method: "price", args: ["operation", "requests"] },
    async handle(call, context) {
      const submission = await submissionOf(call, context);
      const { points } = await context.tokens.peek(submission.caller);
      const cost_at_most = context.batches.price(submission);
      const { requests, invalid } = submission;
      return { total: requests.length, invalid: invalid.length, cost_at_most, points, enough: points >= cost_at_most };
    },
  }),
  defineEndpoint("GET /batches", {
    id: "batches",
    summary: "The caller's batches, newest first",
    query: Type.Object(pageFields),
    answer: page(Batch, "The batches."),
    client: { method: "list" },
    handle: ({ caller, query }, { batches }) => batches.list(caller.owner, pageOf(query)),
  }),
  act("get", "batch", ["Status of a batch", FREE], (it) => it.find, "GET /batches/{id}"),
  act(
    ...(["cancel", "cancelBatch"] as const),
    ["Cancel a batch", "Waiting items will not run. Running items stop and cost nothing."],
    (it) => it.cancel,
    "DELETE /batches/{id}",
  ),
  act(
    ...(["pause", "pauseBatch"] as const),
    ["Pause a batch", "Running items finish. Waiting items stay in the queue."],
    (it) => it.pause,
  ),
  actPaying("resume", "resumeBatch", ["Resume a paused batch", "Continues with the waiting items."], (it) => it.resume),
  actPaying(
    ...(["retry", "retryBatch"] as const),
    ["Retry the failed items", "Runs only the failed items. Each becomes a new job on the same line."],
    (it) => it.retryFailed,
  ),
  defineEndpoint("GET /batches/{id}/failures", {
    id: "batchFailures",
    summary: "The items that failed, by line",
    answer: json(200, listOf(BatchFailure), "The failures."),
    client: { method: "failures" },
    handle: async ({ caller, params }, { batches }) =>
      batches.failures(found(await batches.find(caller.owner, params.id), "batch")),
  }),
  defineEndpoint("GET /batches/{id}/missing", {
    id: "batchMissing",
    summary: "The lines whose records are not in the file, and why",
    description: "Lines that were skipped because they are not valid, that failed, or whose records have expired.",
    answer: json(200, listOf(MissingLine), "The lines."),
    client: { method: "missing" },
    handle: async ({ caller, params }, { batches }) =>
      batches.missing(found(await batches.find(caller.owner, params.id), "batch")),
  }),
  defineEndpoint("GET /batches/{id}/quality", {
    id: "batchQuality",
    summary: "How complete the records of a batch are",
    description: `Fill of every field, duplicates within a line, missing lines, and what is unusual. Also works while the batch runs. ${FREE}`,
    answer: json(200, QualityReport, "The report."),
    limits: ["readersOfAnAccount", "readers"],
    client: { method: "quality" },
    handle: async ({ caller, params }, { batches, service }) =>
      batchQuality(found(await batches.find(caller.owner, params.id), "batch"), {
        batches,
        registry: service.registry,
      }),
  }),
  defineEndpoint("GET /batches/{id}/records", {
    id: "batchRecords",
    summary: "All records of a batch as one file",
    description:
      "Records are in line order; `@line` is the line a record came from. Also works while the batch runs. `x-records-expired` says how many records are missing because they were kept for 7 days; `GET /batches/{id}/missing` lists their lines.",
    query: Type.Object(recordsFields),
    answer: storedFile(recordTypes, "The records so far.", {
      schema: listOf(operationRecord({ description: "The record, with its `@line`." })),
      headers: ["x-results-count", "x-next-cursor", "x-records-expired", "x-recalled"],
    }),
    errors: ["not_acceptable"],
    client: null,
    handle: async ({ caller, params, query, accept }, context) =>
      batchRecords(
        found(await context.batches.find(caller.owner, params.id), "batch"),
        { ...query, accept },
        { ...context, registry: context.service.registry },
      ),
  }),
];
