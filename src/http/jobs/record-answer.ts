import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatOf } from "../../content-negotiation.ts";
import { WinnowError } from "../../contract/errors.ts";
import { csvOf } from "../../service/csv.ts";
import type { RecordRow } from "../../service/jobs-api.ts";
import type { Entry } from "../../service/registry.ts";
import { QueryReader } from "../query-reader.ts";

const MOST_ROWS = 10_000;

/** Records that are kept, in the format that is asked for: all of them, or a page with a cursor to the next. */
export function sendRecords(request: FastifyRequest, reply: FastifyReply, rows: RecordRow[], { operation }: Entry) {
  const query = new QueryReader(request.query);
  const limit = query.whole("limit", 1, MOST_ROWS);
  const cursor = query.text("cursor");
  query.done();
  const start = cursor === null ? 0 : readOffset(cursor);
  const page = limit === null ? rows.slice(start) : rows.slice(start, start + limit);
  if (start + page.length < rows.length) reply.header("x-next-cursor", writeOffset(start + page.length));
  reply.header("x-results-count", rows.length);
  switch (formatOf(request.headers.accept)) {
    case "ndjson": {
      const lines = Readable.from(page.map((row) => `${JSON.stringify(row)}\n`));
      return reply.header("content-type", "application/x-ndjson").send(lines);
    }
    case "csv": {
      const columns = Object.keys(operation.record.properties);
      return reply.header("content-type", "text/csv; charset=utf-8").send(csvOf(columns, page));
    }
    case "json":
      return reply.header("content-type", "application/json").send(JSON.stringify(page));
  }
}

const writeOffset = (offset: number): string => Buffer.from(`#${offset}`).toString("base64url");

function readOffset(cursor: string): number {
  const [, offset] = /^#(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (offset !== undefined) return Number(offset);
  throw new WinnowError("validation", [
    {
      type: "value_error",
      loc: ["query", "cursor"],
      msg: "Value error, is not a cursor of these records",
      input: cursor,
    },
  ]);
}
