import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../base/clock.ts";
import { factHeaders } from "../../../service/answer-facts.ts";
import { eventStreamHeaders, jobEvents } from "../../../service/job-events.ts";
import type { JobFilter, JobsApi } from "../../../service/jobs-api.ts";
import { newCallState } from "../../../service/operation-call.ts";
import { QueryReader } from "../../../service/query-reader.ts";
import type { Service } from "../../../service/service.ts";
import { jobStatuses } from "../../../service/work-views.ts";
import { disconnectSignalOf } from "../call.ts";
import { standingHeaders } from "../headers.ts";
import { found, registerOwnRoutes } from "./job-scope.ts";
import { sendRecords } from "./record-answer.ts";

interface ById {
  Params: { id: string };
}

/** The caller's jobs: what they are at, what they gave, and how to stop them. */
export function registerJobRoutes(server: FastifyInstance, service: Service, jobs: JobsApi, clock: Clock): void {
  const closing = new AbortController();
  registerOwnRoutes(server, service, clock, (scope) => {
    // A server that closes waits for its answers; one that follows a job would not end.
    scope.addHook("preClose", async () => closing.abort());
    scope.get("/jobs", async ({ holder, query }, reply) => {
      const { rows, next_cursor } = await jobs.list(holder, readFilter(service, query));
      if (next_cursor) reply.header("x-next-cursor", next_cursor);
      return rows;
    });
    scope.get<ById>("/jobs/:id", async ({ holder, params }) => found(await jobs.find(holder, params.id), "job"));
    scope.delete<ById>("/jobs/:id", async ({ holder, params }) => found(await jobs.cancel(holder, params.id), "job"));
    scope.get<ById>("/jobs/:id/records", async (request, reply) => {
      const job = found(await jobs.find(request.holder, request.params.id), "job");
      const entry = found(service.registry.byPath(job.operation), "operation any more");
      const { records, facts } = await jobs.records(job);
      // What the call itself would have said, had somebody waited for it.
      const standing = newCallState(clock.now());
      await service.tellStanding(request.holder, standing);
      reply.headers({ "x-credits-charged": String(job.charged), ...standingHeaders(standing, clock.now()) });
      return sendRecords(request, reply.headers(factHeaders(facts)), records, entry);
    });
    scope.get<ById>("/jobs/:id/events", async ({ holder, params }, reply) => {
      const signal = AbortSignal.any([disconnectSignalOf(reply), closing.signal]);
      found(await jobs.find(holder, params.id), "job");
      return reply.headers(eventStreamHeaders).send(jobEvents(jobs.watch(holder, params.id, signal)));
    });
  });
}

export function readFilter(service: Service, raw: unknown): JobFilter {
  const query = new QueryReader(raw);
  const operation = query.text("operation");
  const filter = {
    status: query.oneOf("status", jobStatuses),
    operation: operation === null ? null : (service.registry.byName(operation)?.operation.path ?? operation),
    batchId: query.text("batch_id"),
    start: query.time("start_time"),
    end: query.time("end_time"),
    limit: query.whole("limit", 1, 100) ?? 10,
    cursor: query.text("cursor"),
  };
  query.done();
  return filter;
}
