import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../../../base/clock.ts";
import { formatOf } from "../../../base/content-negotiation.ts";
import { limits } from "../../../limits/limits.ts";
import { batchFile, batchFileTypes } from "../../../service/batch-file.ts";
import type { BatchesApi } from "../../../service/jobs-api.ts";
import { QueryReader } from "../../../service/query-reader.ts";
import { readBatch, uploadOf } from "../../../service/read-batch.ts";
import type { Service } from "../../../service/service.ts";
import { idempotencyKeyOf } from "../call.ts";
import { dryRunOf } from "../query-options.ts";
import { found, registerOwnRoutes } from "./job-scope.ts";

interface ById {
  Params: { id: string };
}

/** One operation over many bodies. */
export function registerBatchRoutes(
  server: FastifyInstance,
  service: Service,
  batches: BatchesApi,
  clock: Clock,
): void {
  registerOwnRoutes(server, service, clock, (scope) => {
    scope.removeAllContentTypeParsers();
    // The upload is read as it arrives.
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    scope.post("/batches", { bodyLimit: limits.batchBody.most }, async (request, reply) => {
      const { holder } = request;
      const isDry = dryRunOf(request.query as Record<string, string>);
      const submission = {
        ...(await readBatch(service, {
          body: uploadOf(request.body),
          contentType: request.headers["content-type"],
          query: request.query as Record<string, unknown>,
          permit: (entry) => service.permit(holder, entry, "http"),
        })),
        ...{ holder, idempotencyKey: idempotencyKeyOf(request) },
      };
      if (isDry) {
        return { total: submission.requests.length, cost_at_most: batches.price(submission) };
      }
      const batch = await batches.submit(submission);
      return reply.code(202).header("location", `/batches/${batch.id}`).send(batch);
    });
    scope.get("/batches", async ({ holder, query: raw }, reply) => {
      const query = new QueryReader(raw);
      const page = { limit: query.whole("limit", 1, 100) ?? 10, cursor: query.text("cursor") };
      query.done();
      const { rows, next_cursor } = await batches.list(holder, page);
      if (next_cursor) reply.header("x-next-cursor", next_cursor);
      return rows;
    });
    scope.get<ById>("/batches/:id", async ({ holder, params }) =>
      found(await batches.find(holder, params.id), "batch"),
    );
    scope.delete<ById>("/batches/:id", async ({ holder, params }) =>
      found(await batches.cancel(holder, params.id), "batch"),
    );
    const acts = { pause: batches.pause, resume: batches.resume, retry: batches.retryFailed };
    for (const [name, act] of Object.entries(acts)) {
      scope.post<ById>(`/batches/:id/${name}`, async ({ holder, params }) =>
        found(await act(holder, params.id), "batch"),
      );
    }
    scope.get<ById>("/batches/:id/failures", async ({ holder, params }) =>
      batches.failures(found(await batches.find(holder, params.id), "batch")),
    );
    scope.get<ById>("/batches/:id/records", async ({ holder, params, headers }, reply) => {
      const batch = found(await batches.find(holder, params.id), "batch");
      const entry = found(service.registry.byPath(batch.operation), "operation any more");
      const format = formatOf(headers.accept);
      return reply
        .header("content-type", batchFileTypes[format])
        .send(Readable.from(batchFile[format](batches.records(batch), entry)));
    });
  });
}
