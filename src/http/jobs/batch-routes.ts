import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../../clock.ts";
import { type Format, formatOf } from "../../content-negotiation.ts";
import { csvLine } from "../../service/csv.ts";
import type { BatchesApi, RecordRow } from "../../service/jobs-api.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";
import { QueryReader } from "../query-reader.ts";
import { found, registerOwnRoutes } from "./job-scope.ts";
import { readBatch } from "./read-batch.ts";

const BODY_LIMIT = 32 * 1024 * 1024;

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
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/batches", { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const submission = readBatch(service, request);
      if (new QueryReader(request.query).text("dry_run") === "true") {
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
        .header("content-type", types[format])
        .send(Readable.from(written[format](batches.records(batch), entry)));
    });
  });
}

const types: Record<Format, string> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
};

type Rows = AsyncIterable<RecordRow>;

/** Records as they are read: ten thousand lines are never in memory at once. */
const written: Record<Format, (rows: Rows, entry: Entry) => AsyncGenerator<string>> = {
  async *json(rows) {
    let before = "[";
    for await (const row of rows) {
      yield `${before}${JSON.stringify(row)}`;
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  },
  async *ndjson(rows) {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  },
  async *csv(rows, { operation }) {
    const columns = ["@line", ...Object.keys(operation.record.properties)];
    yield `${columns.join(",")}\r\n`;
    for await (const row of rows) yield `${csvLine(columns, row)}\r\n`;
  },
};
