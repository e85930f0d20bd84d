import { Readable } from "node:stream";
import { Type } from "typebox";
import { factHeaderNames, factHeaders } from "../contract/answer-facts.ts";
import { content, json, page, storedFile } from "../contract/endpoint.ts";
import {
  choice,
  given,
  integer,
  listOf,
  moment,
  operationName,
  operationRecord,
  uuid,
  words,
} from "../contract/shapes.ts";
import { fileFormats, recordContent, recordTypes } from "../files/record-content.ts";
import type { JobsApi } from "../jobs/jobs.ts";
import { jobQuality } from "../jobs/quality.ts";
import type { WorkOwner } from "../jobs/types.ts";
import { Job, type JobView, jobStatuses } from "../jobs/work-views.ts";
import { QualityReport } from "../service/quality-report.ts";
import { FREE, found, group, pageFields, pageOf, parseTime } from "./context.ts";
import { findEntry } from "./read-batch.ts";

const eventStreamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** A job's server-sent events: `progress` while it is queued and running, then one named after its end. */
const jobEvents = (views: AsyncGenerator<JobView, void, undefined>): Readable => Readable.from(eventsOf(views));

async function* eventsOf(views: AsyncGenerator<JobView, void, undefined>): AsyncGenerator<string> {
  let no = 0;
  yield "retry: 2000\n\n";
  for await (const job of views) {
    no += 1;
    yield `id: ${no}\nevent: ${job.ended_at === null ? "progress" : job.status}\ndata: ${JSON.stringify(job)}\n\n`;
  }
}

const defineEndpoint = group("jobs", "job");
const one = json(200, Job, "The job.");

const JobStep = Type.Object(
  {
    step: words({ description: "What happened." }),
    at: moment({ description: "When." }),
    ms: integer({ description: "Milliseconds since it was queued." }),
  },
  { title: "JobStep" },
);

/** The query of every endpoint that returns stored records. */
export const recordsFields = {
  format: Type.Optional(choice(fileFormats, { description: "Replaces the `accept` header, for links." })),
  fields: Type.Optional(given({ description: "Returns only these fields, such as `id,name,price.amount`." })),
  limit: Type.Optional(integer({ minimum: 1, maximum: 10_000, description: "Records per page; all by default." })),
  cursor: Type.Optional(given({ maxLength: 200, description: "The `x-next-cursor` of the last page." })),
};

/** The job once it has ended, or as it is when the time is up. */
async function endOf(jobs: JobsApi, owner: WorkOwner, job: JobView, seconds: number, gone: AbortSignal) {
  let seen = job;
  const signal = AbortSignal.any([gone, AbortSignal.timeout(seconds * 1000)]);
  for await (const view of jobs.watch(owner, job.id, signal)) seen = view;
  return seen;
}

/** The caller's jobs: their progress, their records, and how to cancel them. */
export const jobEndpoints = [
  defineEndpoint("GET /jobs", {
    id: "jobs",
    summary: "The caller's jobs, newest first",
    description: `Items of a batch only with its \`batch_id\`. A key for some sources sees its own jobs. ${FREE}`,
    query: Type.Object({
      status: Type.Optional(choice(jobStatuses, { description: "Only jobs in this state." })),
      operation: Type.Optional(operationName({ description: "Only jobs of this operation." })),
      batch_id: Type.Optional(uuid({ description: "Only items of this batch." })),
      schedule_id: Type.Optional(uuid({ description: "Only runs of this schedule." })),
      start_time: Type.Optional(moment({ description: "Only jobs created at or after this time." })),
      end_time: Type.Optional(moment({ description: "Only jobs created before this time." })),
      ...pageFields,
    }),
    answer: page(Job, "The jobs."),
    client: { method: "list" },
    handle: ({ caller, query }, { jobs, service }) =>
      jobs.list(caller.owner, {
        ...pageOf(query),
        status: query.status ?? null,
        operation: query.operation === undefined ? null : findEntry(service, query.operation, "query").operation.path,
        batchId: query.batch_id ?? null,
        scheduleId: query.schedule_id ?? null,
        start: parseTime(query.start_time),
        end: parseTime(query.end_time),
      }),
  }),
  defineEndpoint("GET /jobs/{id}", {
    id: "job",
    summary: "Status of a job",
    description: FREE,
    query: Type.Object({
      wait: Type.Optional(
        integer({ minimum: 0, maximum: 60, description: "Seconds to wait for the job's end before answering." }),
      ),
    }),
    answer: one,
    limits: ["followers"],
    client: { method: "get" },
    async handle({ caller, params, query, signal }, { jobs }) {
      const job = found(await jobs.find(caller.owner, params.id), "job");
      return query.wait && job.ended_at === null ? endOf(jobs, caller.owner, job, query.wait, signal) : job;
    },
  }),
  defineEndpoint("DELETE /jobs/{id}", {
    id: "cancelJob",
    summary: "Cancel a job",
    description: "Stops the work and releases the hold. A job that has ended stays as it is.",
    answer: one,
    client: { method: "cancel" },
    handle: ({ caller, params }, { jobs }) => jobs.cancel(caller.owner, params.id),
  }),
  defineEndpoint("GET /jobs/{id}/records", {
    id: "jobRecords",
    summary: "The records of a job",
    description: `All of them, or page by page with \`limit\`. Available for 7 days. ${FREE}`,
    query: Type.Object(recordsFields),
    answer: storedFile(recordTypes, "The records.", {
      schema: listOf(operationRecord()),
      headers: ["x-results-count", "x-next-cursor", "x-credits-charged", "x-recalled", ...factHeaderNames],
    }),
    errors: ["job_not_ended", "not_acceptable"],
    client: null,
    async handle({ caller, params, query, accept }, { jobs, service, tables }) {
      const job = found(await jobs.find(caller.owner, params.id), "job");
      const entry = found(service.registry.byPath(job.operation), "operation any more");
      const { facts, ...records } = await jobs.records(job);
      const { headers, ...rest } = await recordContent(() => records, {
        ...query,
        entry,
        accept,
        tables,
        fileName: `job-${job.id}`,
      });
      // The headers of a direct call.
      const charge = { "x-credits-charged": String(job.charged) };
      return { ...rest, headers: { ...headers, ...charge, ...factHeaders(facts) } };
    },
  }),
  defineEndpoint("GET /jobs/{id}/quality", {
    id: "jobQuality",
    summary: "How complete the records of a job are",
    description: `Fill of every field, duplicates, and what is unusual; for a run of a schedule beside the run before it. Available as long as the records. ${FREE}`,
    answer: json(200, QualityReport, "The report."),
    limits: ["readersOfAnAccount", "readers"],
    errors: ["job_not_ended"],
    client: { method: "quality" },
    async handle({ caller, params }, { jobs, service }) {
      return jobQuality(caller.owner, found(await jobs.find(caller.owner, params.id), "job"), {
        jobs,
        registry: service.registry,
      });
    },
  }),
  defineEndpoint("GET /jobs/{id}/timeline", {
    id: "jobTimeline",
    summary: "When a job was queued, started and ended",
    description: FREE,
    answer: json(200, listOf(JobStep), "The steps so far, in order."),
    client: { method: "timeline" },
    async handle({ caller, params }, { jobs }) {
      const { created_at, started_at, ended_at, status } = found(await jobs.find(caller.owner, params.id), "job");
      const steps = { queued: created_at, started: started_at, ...(ended_at !== null && { [status]: ended_at }) };
      return Object.entries(steps).flatMap(([step, at]) =>
        at === null ? [] : [{ step, at, ms: Date.parse(at) - Date.parse(created_at) }],
      );
    },
  }),
  defineEndpoint("GET /jobs/{id}/events", {
    id: "jobEvents",
    summary: "Progress of a job as server-sent events",
    description: "`progress` while it waits and runs, then one event named after its end. The data is the job.",
    answer: content("text/event-stream", "The events.", { isLive: true }),
    limits: ["followers"],
    client: null,
    async handle({ caller, params, signal }, { jobs }) {
      found(await jobs.find(caller.owner, params.id), "job");
      const { "content-type": type, ...headers } = eventStreamHeaders;
      return { type, headers, body: jobEvents(jobs.watch(caller.owner, params.id, signal)) };
    },
  }),
];
