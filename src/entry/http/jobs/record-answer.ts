import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatOf } from "../../../base/content-negotiation.ts";
import { WinnowError } from "../../../contract/errors.ts";
import { csvOf } from "../../../service/csv.ts";
import type { RecordRow } from "../../../service/jobs-api.ts";
import { QueryReader } from "../../../service/query-reader.ts";
import type { Entry } from "../../../service/registry.ts";
import { queryOptionsOf } from "../query-options.ts";

const MOST_ROWS = 10_000;

/** Records that are kept, in the format that is asked for: all of them, or a page with a cursor to the next. */
export function sendRecords(request: FastifyRequest, reply: FastifyReply, rows: RecordRow[], entry: Entry) {
  const { selection } = queryOptionsOf(request.query as Record<string, string>, entry);
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
      const lines = Readable.from(page.map((row) => `${JSON.stringify(selection ? selection.pick(row) : row)}\n`));
      return reply.header("content-type", "application/x-ndjson").send(lines);
    }
    case "csv": {
      const columns = selection?.paths ?? Object.keys(entry.operation.record.properties);
      const table = csvOf(columns, selection ? page.map(selection.row) : page);
      return reply.header("content-type", "text/csv; charset=utf-8").send(table);
    }
    case "json":
      return reply
        .header("content-type", "application/json")
        .send(JSON.stringify(selection ? page.map(selection.pick) : page));
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
