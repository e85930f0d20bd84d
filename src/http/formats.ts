import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { WinnowError } from "../contract/errors.ts";
import { csvOf } from "../service/csv.ts";
import type { Entry } from "../service/registry.ts";
import type { CallState } from "../service/service.ts";
import { errorBody } from "./errors.ts";

export type Format = "json" | "ndjson" | "csv";

/** JSON unless the caller asks for one of the other two by name. */
export function formatOf(accept: string | undefined): Format {
  if (!accept) return "json";
  if (/\bapplication\/(x-)?ndjson\b/.test(accept)) return "ndjson";
  return /\btext\/csv\b/.test(accept) ? "csv" : "json";
}

type Records = AsyncGenerator<Record<string, unknown>, void, undefined>;

/**
 * A record a line, as pages arrive. The status is settled by the first record, so an error before it is a plain
 * error; one after it is the last line, of `@type` `WinnowError`, and nothing is charged. What the answer cost
 * is in the trailers.
 */
export async function streamed(reply: FastifyReply, records: Records, state: CallState): Promise<FastifyReply> {
  const first = await records.next();
  const lines = async function* () {
    try {
      for (let next = first; !next.done; next = await records.next()) yield `${JSON.stringify(next.value)}\n`;
    } catch (error) {
      const shown = error instanceof WinnowError ? error : new WinnowError("internal");
      yield `{"@type":"WinnowError","status":${shown.status},"code":"${shown.code}",${errorBody(shown).slice(1)}\n`;
    } finally {
      await records.return();
    }
  };
  reply.trailer("x-credits-charged", async () => String(state.charged));
  reply.trailer("x-token-points", async () => String(state.points));
  return reply.header("content-type", "application/x-ndjson").send(Readable.from(lines()));
}

/** The same records as a table: a column a field, nested records as JSON. */
export function tabulated(reply: FastifyReply, body: Uint8Array, { operation }: Entry): FastifyReply {
  const records = JSON.parse(Buffer.from(body).toString()) as Array<Record<string, unknown>>;
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .send(csvOf(Object.keys(operation.record.properties), records));
}
