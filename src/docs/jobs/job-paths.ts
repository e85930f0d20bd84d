import { jobStatuses } from "../../service/work-views.ts";
import type { Json } from "../json.ts";
import { idInPath, json, listOf, moment, object, orNull, query, ref, route, text, uuid, whole } from "./path-items.ts";

export const jobSchemas: Record<string, Json> = {
  JobError: object({
    status: { ...whole, description: "The HTTP status that a call would have had." },
    code: orNull({ type: "string", description: "The row of the error catalogue." }),
    detail: { description: "A sentence, or the items of a 422." },
  }),
  JobProgress: object({ pages: whole, records: whole }),
  Job: object({
    id: { ...uuid, description: "The id of its request in the history, too." },
    operation: { ...text, description: "The operation's path." },
    request: { type: "object", description: "The body, as it was read." },
    status: { type: "string", enum: [...jobStatuses] },
    progress: ref("JobProgress"),
    held: { ...whole, description: "Points held while it waits and runs." },
    charged: { ...whole, description: "Points it cost: 0 unless it succeeded." },
    attempt: { ...whole, description: "Tries so far; a worker that dies takes one with it, and there are three." },
    created_at: moment,
    started_at: orNull(moment),
    ended_at: orNull(moment),
    records_until: orNull({ ...moment, description: "Until when its records can be read: 7 days." }),
    error: orNull(ref("JobError")),
    results_end: orNull({ type: "string", enum: ["count", "exhausted", "source-limit"] }),
    results_total: orNull({ ...whole, description: "How many the site says it has." }),
    resolved: orNull({
      type: "object",
      additionalProperties: { type: ["string", "number"] },
      description: "What a text was taken to mean.",
    }),
    warnings: { type: "array", items: text, description: "What had no effect." },
    batch_id: orNull(uuid),
    line: orNull({ ...whole, description: "Its line in the batch, from 1." }),
    schedule_id: orNull(uuid),
  }),
};

const free = "Free, counted in no window.";

export const recordsAnswer = (description: string): Json => ({
  description,
  headers: {
    "x-next-cursor": { description: "Present while there are more.", schema: text },
    "x-results-count": { description: "How many records there are in all.", schema: whole },
  },
  content: {
    "application/json": { schema: { type: "array", items: { type: "object" } } },
    "application/x-ndjson": { schema: { type: "string", description: "A record a line." } },
    "text/csv": { schema: { type: "string", description: "The records as a table." } },
  },
});

export const jobPaths: Record<string, Json> = {
  "/jobs": {
    get: route({
      id: "jobs",
      tag: "jobs",
      summary: "The caller's jobs, newest first",
      description: `Jobs of the account; a key for some sources sees its own. Items of a batch only with \`batch_id\`. ${free}`,
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
      summary: "What a job is at",
      description: free,
      parameters: [idInPath("job")],
      answers: { 200: json(ref("Job"), "The job.") },
      errors: [404],
    }),
    delete: route({
      id: "cancelJob",
      tag: "jobs",
      summary: "Stop a job and free its hold",
      description: "The hold is freed at once and the work stops within seconds. A job that has ended stays as it is.",
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
      description: `All of them, or a page of \`limit\`. Kept for 7 days. 409 while it has not ended; 404 where it has none. ${free}`,
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
      description: `\`progress\` each time something has changed, then one event named after its end; each carries the whole job. ${free}`,
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
