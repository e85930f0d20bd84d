import { batchStatuses, jobStatuses } from "../../service/work-views.ts";
import type { Json } from "../json.ts";
import { recordsAnswer } from "./job-paths.ts";
import {
  header,
  idInPath,
  json,
  listOf,
  moment,
  object,
  orNull,
  query,
  ref,
  route,
  text,
  uuid,
  whole,
} from "./path-items.ts";

export const batchSchemas: Record<string, Json> = {
  BatchItems: object(Object.fromEntries(jobStatuses.map((status) => [status, whole]))),
  Batch: object({
    id: uuid,
    operation: { ...text, description: "The operation's path." },
    status: { type: "string", enum: [...batchStatuses] },
    pause_reason: orNull({ ...text, description: "Why the batch is paused." }),
    total: { ...whole, description: "Number of items." },
    items: ref("BatchItems"),
    records: { ...whole, description: "Records so far." },
    cost_at_most: { ...whole, description: "The most all items can cost together." },
    max_cost: orNull(whole),
    charged: { ...whole, description: "Points charged so far." },
    created_at: moment,
    ended_at: orNull(moment),
  }),
  BatchFailure: object({
    line: { ...whole, description: "The item's line, from 1." },
    job_id: uuid,
    request: { type: "object", description: "The body, as it was read." },
    error: ref("JobError"),
  }),
};

const batch = json(ref("Batch"), "The batch.");
const act = (id: string, summary: string, description: string): Json =>
  route({
    id,
    tag: "batches",
    summary,
    description,
    parameters: [idInPath("batch")],
    answers: { 200: batch },
    errors: [404],
  });

export const batchPaths: Record<string, Json> = {
  "/batches": {
    post: route({
      id: "submitBatch",
      tag: "batches",
      summary: "Run one operation for 1 to 10,000 bodies",
      description:
        "All items are checked before anything runs (422 names each wrong line), and the total price must not exceed `max_cost` (403). If a rate window is full, items wait. If points run out, the batch pauses. `?dry_run=true` returns only the price. As NDJSON (one body per line) or CSV (field names in the first row): `operation` and `max_cost` in the query.",
      parameters: [
        query.text("operation", "For NDJSON and CSV: the operation, such as `nlretail/products/search`."),
        query.text("max_cost", "For NDJSON and CSV: the most the batch may cost."),
        query.text("dry_run", "`true` tells the price and runs nothing."),
        header("idempotency-key", "The same key returns the same batch. The same key with another batch is 422."),
      ],
      body: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["operation", "requests"],
              additionalProperties: false,
              properties: {
                operation: text,
                requests: { type: "array", minItems: 1, maxItems: 10_000, items: { type: "object" } },
                max_cost: orNull(whole),
                webhook: orNull({ ...text, description: "URL that gets a webhook when the batch ends." }),
              },
            },
          },
          "application/x-ndjson": { schema: text },
          "text/csv": { schema: text },
        },
      },
      answers: {
        200: json(object({ total: whole, cost_at_most: whole }), "The price, for `dry_run`."),
        202: batch,
      },
      errors: [400, 409, 413, 422],
    }),
    get: route({
      id: "batches",
      tag: "batches",
      summary: "The caller's batches, newest first",
      parameters: [query.limit(100, 10), query.cursor],
      answers: { 200: listOf("Batch", "The batches.") },
      errors: [422],
    }),
  },
  "/batches/{id}": {
    get: act("batch", "Status of a batch", "Free and not counted in any rate window."),
    delete: act("cancelBatch", "Cancel a batch", "Waiting items will not run. Running items stop and cost nothing."),
  },
  "/batches/{id}/pause": {
    post: act("pauseBatch", "Pause a batch", "Running items finish. Waiting items stay in the queue."),
  },
  "/batches/{id}/resume": { post: act("resumeBatch", "Resume a paused batch", "Continues with the waiting items.") },
  "/batches/{id}/retry": {
    post: act(
      "retryBatch",
      "Try the failed items again",
      "Runs only the failed items. Each becomes a new job on the same line.",
    ),
  },
  "/batches/{id}/failures": {
    get: route({
      id: "batchFailures",
      tag: "batches",
      summary: "The items that failed, by line",
      parameters: [idInPath("batch")],
      answers: { 200: json({ type: "array", items: ref("BatchFailure") }, "The failures.") },
      errors: [404],
    }),
  },
  "/batches/{id}/records": {
    get: route({
      id: "batchRecords",
      tag: "batches",
      summary: "All records of a batch as one file",
      description:
        "Records are in line order; `@line` is the line a record came from. Also works while the batch runs.",
      parameters: [idInPath("batch")],
      answers: { 200: recordsAnswer("The records so far.") },
      errors: [404],
    }),
  },
};
