import { Type } from "typebox";
import { eventStreamHeaders, jobEvents } from "../../../service/job-events.ts";
import { type JobView, jobStatuses } from "../../../service/work-views.ts";
import type { JobRecordsAnswer, PageAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import { ownerOf } from "../holder.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const JobsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(Type.Enum([...jobStatuses])),
  operation: Type.Optional(Type.String({ maxLength: 200 })),
  batch: Type.Optional(Type.String({ maxLength: 60 })),
  from: Type.Optional(Type.String({ format: "day" })),
  to: Type.Optional(Type.String({ format: "day" })),
});

const DAY = 86_400_000;

/** The account's jobs: those that anybody submitted with any of its keys. */
export function registerJobRoutes({ member, closing }: GuardedRoutes, { jobs }: DashboardParts): void {
  member("GET", "/jobs", { querystring: JobsQuery }, ({ person, query }): Promise<PageAnswer<JobView>> => {
    const { limit, cursor = null, status = null, operation = null, batch = null, from, to } = query;
    return jobs.jobs.list(ownerOf(person), {
      ...{ limit, cursor, status, operation, batchId: batch },
      start: from ? Date.parse(from) : null,
      end: to ? Date.parse(to) + DAY : null,
    });
  });

  member("GET", "/jobs/:id", {}, async ({ person, params }): Promise<JobView> => {
    const job = await jobs.jobs.find(ownerOf(person), params.id!);
    if (!job) throw notFound();
    return job;
  });

  member("GET", "/jobs/:id/events", {}, async ({ person, params, reply }) => {
    const owner = ownerOf(person);
    if (!(await jobs.jobs.find(owner, params.id!))) throw notFound();
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const views = jobs.jobs.watch(owner, params.id!, AbortSignal.any([gone.signal, closing]));
    return reply.headers(eventStreamHeaders).send(jobEvents(views));
  });

  member("GET", "/jobs/:id/records", {}, async ({ person, params }): Promise<JobRecordsAnswer> => {
    const job = await jobs.jobs.find(ownerOf(person), params.id!);
    if (!job) throw notFound();
    const { records } = await jobs.jobs.records(job);
    return { records };
  });

  member("DELETE", "/jobs/:id", {}, async ({ person, params }): Promise<JobView> => {
    const job = await jobs.jobs.cancel(ownerOf(person), params.id!);
    if (!job) throw notFound();
    return job;
  });
}
