import { jobStatuses } from "../../service/work-views.ts";
import type { Json } from "../json.ts";
import { idInPath, json, listOf, moment, object, orNull, query, ref, route, text, uuid, whole } from "./path-items.ts";

export const jobSchemas: Record<string, Json> = {
  JobError: object({
    status: { ...whole, description: "HTTP status that a direct call would have had." },
    code: orNull({ type: "string", description: "Code from the error catalogue." }),
    detail: { description: "A sentence, or the items of a 422." },
  }),
  JobProgress: object({ pages: whole, records: whole }),
  Job: object({
    id: { ...uuid, description: "Also the id of its request in the history." },
    operation: { ...text, description: "The operation's path." },
    request: { type: "object", description: "The body, as it was read." },
    status: { type: "string", enum: [...jobStatuses] },
    progress: ref("JobProgress"),
    held: { ...whole, description: "Points held while it waits and runs." },
    charged: { ...whole, description: "Points charged: 0 unless it succeeded." },
    attempt: { ...whole, description: "Tries so far. A job fails after three workers have died." },
    created_at: moment,
    started_at: orNull(moment),
    ended_at: orNull(moment),
    records_until: orNull({ ...moment, description: "When its records expire (after 7 days)." }),
    error: orNull(ref("JobError")),
    results_end: orNull({ type: "string", enum: ["count", "exhausted", "source-limit"] }),
    results_total: orNull({ ...whole, description: "How many results the site says it has." }),
    resolved: orNull({
      type: "object",
      additionalProperties: { type: ["string", "number"] },
      description: "How a text in the request was understood.",
    }),
    warnings: { type: "array", items: text, description: "Warning codes." },
    batch_id: orNull(uuid),
    line: orNull({ ...whole, description: "Its line in the batch, from 1." }),
    schedule_id: orNull(uuid),
  }),
};

const free = "Free and not counted in any rate window.";

export const recordsAnswer = (description: string): Json => ({
  description,
  headers: {
    "x-next-cursor": { description: "Present if there are more.", schema: text },
    "x-results-count": { description: "Total number of records.", schema: whole },
  },
  content: {
    "application/json": { schema: { type: "array", items: { type: "object" } } },
    "application/x-ndjson": { schema: { type: "string", description: "One record per line." } },
    "text/csv": { schema: { type: "string", description: "The records as a table." } },
  },
});

export const jobPaths: Record<string, Json> = {
  "/jobs": {
    get: route({
      id: "jobs",
      tag: "jobs",
      summary: "The caller's jobs, newest first",
      description: `All jobs of the account. A key that is limited to some sources sees only its own jobs. Items of a batch need \`batch_id\`. ${free}`,
      parameters: [
        query.oneOf("status", "Only jobs in this state.", jobStatuses),
        query.text("operation", "Only jobs of this operation, such as `nlretail/products/search`."),
        query.text("batch_id", "The items of this batch."),
        query.start,
        query.end,
        query.limit(100, 10),
        query.cursor,
      ],
      answers: { 200: listOf("Job", "The jobs.") },
      errors: [422],
    }),
  },
  "/jobs/{id}": {
    get: route({
      id: "job",
      tag: "jobs",
      summary: "Status of a job",
      description: free,
      parameters: [idInPath("job")],
      answers: { 200: json(ref("Job"), "The job.") },
      errors: [404],
    }),
    delete: route({
      id: "cancelJob",
      tag: "jobs",
      summary: "Cancel a job",
      description: "Releases the hold at once; the work stops within seconds. A finished job does not change.",
      parameters: [idInPath("job")],
      answers: { 200: json(ref("Job"), "The job as it is now.") },
      errors: [404],
    }),
  },
  "/jobs/{id}/records": {
    get: route({
      id: "jobRecords",
      tag: "jobs",
      summary: "The records of a job that succeeded",
      description: `All records, or a page of \`limit\`. Kept for 7 days. 409 until the job has ended; 404 if it has no records. ${free}`,
      parameters: [
        ...[idInPath("job"), query.limit(10_000), query.cursor],
        query.text("fields", "Only these fields, such as `id,price.amount`."),
      ],
      answers: { 200: recordsAnswer("The records.") },
      errors: [404, 409, 422],
    }),
  },
  "/jobs/{id}/events": {
    get: route({
      id: "jobEvents",
      tag: "jobs",
      summary: "A job as server-sent events",
      description: `\`progress\` after each change, then \`succeeded\`, \`failed\` or \`cancelled\`. Each event carries the whole job. ${free}`,
      parameters: [idInPath("job")],
      answers: {
        200: {
          description: "The events, until the job has ended.",
          content: { "text/event-stream": { schema: text } },
        },
      },
      errors: [404],
    }),
  },
};
