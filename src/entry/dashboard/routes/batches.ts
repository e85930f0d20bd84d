import { Readable } from "node:stream";
import { Type } from "typebox";
import { batchFile, batchFileTypes } from "../../../service/batch-file.ts";
import type { BatchSubmission } from "../../../service/jobs-api.ts";
import { readBatch, uploadOf } from "../../../service/read-batch.ts";
import type { BatchFailure, BatchView } from "../../../service/work-views.ts";
import type { BatchQuote, PageAnswer } from "../api-types.ts";
import { notFound } from "../errors.ts";
import { holderFor, ownerOf } from "../holder.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes, Session } from "../session.ts";
import { PageQuery } from "../validation.ts";

const Upload = Type.Object({
  operation: Type.String({ maxLength: 200 }),
  max_cost: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Tells one drop of a file from the next, so that a click that is sent twice starts one batch. */
  once: Type.Optional(Type.String({ maxLength: 100 })),
});
const FileQuery = Type.Object({ format: Type.Enum(["json", "ndjson", "csv"]) });

/** Batches, uploaded as the file that was dropped. */
export function registerBatchRoutes({ member, upload }: GuardedRoutes, parts: DashboardParts): void {
  const { service, jobs } = parts;
  const { batches } = jobs;

  async function submissionOf({ person, request, query }: Session): Promise<BatchSubmission> {
    const read = await readBatch(service, {
      body: uploadOf(request.body),
      contentType: request.headers["content-type"],
      query,
      permit: () => {},
    });
    const holder = await holderFor(parts, person, read.entry.source.name);
    return { ...read, holder, idempotencyKey: query.once ? `dashboard-${query.once}` : null };
  }

  upload("POST", "/batches/quote", { querystring: Upload }, async (session): Promise<BatchQuote> => {
    const submission = await submissionOf(session);
    const { points } = await parts.metering.peek(submission.holder);
    const cost_at_most = batches.price(submission);
    return { total: submission.requests.length, cost_at_most, points, enough: points >= cost_at_most };
  });

  upload(
    "POST",
    "/batches",
    { querystring: Upload },
    async (session): Promise<BatchView> => batches.submit(await submissionOf(session)),
  );

  member(
    "GET",
    "/batches",
    { querystring: PageQuery },
    ({ person, query }): Promise<PageAnswer<BatchView>> =>
      batches.list(ownerOf(person), { limit: query.limit, cursor: query.cursor ?? null }),
  );

  async function found({ person, params }: Session): Promise<BatchView> {
    const batch = await batches.find(ownerOf(person), params.id!);
    if (!batch) throw notFound();
    return batch;
  }

  member("GET", "/batches/:id", {}, found);
  member(
    "GET",
    "/batches/:id/failures",
    {},
    async (session): Promise<BatchFailure[]> => batches.failures(await found(session)),
  );
  member("GET", "/batches/:id/records", { querystring: FileQuery }, async (session) => {
    const batch = await found(session);
    const entry = service.registry.byPath(batch.operation);
    if (!entry) throw notFound();
    const format = session.query.format as keyof typeof batchFile;
    return session.reply
      .header("content-type", batchFileTypes[format])
      .header("content-disposition", `attachment; filename="batch-${batch.id}.${format}"`)
      .send(Readable.from(batchFile[format](batches.records(batch), entry)));
  });

  const acts = { pause: batches.pause, resume: batches.resume, retry: batches.retryFailed, cancel: batches.cancel };
  for (const [name, act] of Object.entries(acts)) {
    member("POST", `/batches/:id/${name}`, {}, async ({ person, params }): Promise<BatchView> => {
      const batch = await act(ownerOf(person), params.id!);
      if (!batch) throw notFound();
      return batch;
    });
  }
}
