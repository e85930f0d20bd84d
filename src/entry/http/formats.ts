import type { FastifyReply } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { acceptedEncoding, formats } from "../../base/content-negotiation.ts";
import { factHeaders, factsView, wholeFacts } from "../../contract/answer-facts.ts";
import { WinnowError } from "../../contract/errors.ts";
import { toCsv } from "../../files/csv.ts";
import type { Selection } from "../../files/field-selection.ts";
import { limits } from "../../limits/limits.ts";
import { type CallState, callDeadline, type OperationCall } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import type { Service } from "../../service/service.ts";
import { errorBody } from "./errors.ts";
import { allWarnings, callHeaders, streamTrailers } from "./headers.ts";
import { openStream, type StreamedBody } from "./ndjson-stream.ts";

type Rec = Record<string, unknown>;

/** The records as one JSON array: as stored, or with the chosen fields. */
export function listed(reply: FastifyReply, body: Uint8Array, selection: Selection | null): FastifyReply {
  const shown = selection ? JSON.stringify(recordsOf(body).map(selection.pick)) : body;
  return reply.header("content-type", formats.json).send(shown);
}

/** The same records as a table: one column per field, nested records as JSON. */
export function tabulated(
  reply: FastifyReply,
  body: Uint8Array,
  { operation }: Entry,
  selection: Selection | null,
): FastifyReply {
  const records = recordsOf(body);
  return reply
    .header("content-type", `${formats.csv}; charset=utf-8`)
    .send(
      selection
        ? toCsv(selection.paths, records.map(selection.row))
        : toCsv(Object.keys(operation.record.properties), records),
    );
}

const recordsOf = (body: Uint8Array): Rec[] => JSON.parse(Buffer.from(body).toString());

/**
 * Writes one record per line, as pages arrive. The first record settles the status, so an error before it is a plain error;
 * one after it is the last line, of `@type` `WinnowError`, with its cost. The cost and outcome are in the trailers; with
 * `summary` in the last line instead, for clients that cannot read trailers (workerd takes them for the head of the next
 * response).
 */
export async function streamed(
  reply: FastifyReply,
  service: Service,
  call: OperationCall,
  { selection, summary, clock }: { selection: Selection | null; summary: boolean; clock: Clock },
): Promise<FastifyReply> {
  let body: StreamedBody | null = null;
  const records = service.stream({ ...call, sent: () => body?.sent ?? 0 });
  const first = await records.next();
  body = openStream(reply, {
    headers: { "content-type": formats.ndjson, ...headOf(call.state, clock.now()) },
    trailers: summary ? [] : streamTrailers,
    encoding: acceptedEncoding(String(reply.request.headers["accept-encoding"] ?? "")),
  });
  const closesAt = callDeadline(call) + limits.streamDrain.max * 1000;
  const callOff = clock.after(closesAt - clock.now(), () => reply.raw.destroy());
  try {
    for (let next = first; !next.done; next = await records.next()) {
      if (call.disconnect.aborted) break;
      await body.write(`${JSON.stringify(selection ? selection.pick(next.value) : next.value)}\n`);
    }
    if (summary && !call.disconnect.aborted) await body.write(`${JSON.stringify(summaryOf(call.state))}\n`);
  } catch (error) {
    await body.write(errorLine(error, call.state)).catch(() => reply.raw.destroy());
  } finally {
    await records.return(null);
    // Without its last line, the body must not end as if it were complete.
    await body.end(summary ? {} : trailersOf(call.state)).catch(() => reply.raw.destroy());
    callOff();
  }
  return reply;
}

function errorLine(error: unknown, { charged }: CallState): string {
  const shown = error instanceof WinnowError ? error : new WinnowError("internal");
  const head = { "@type": "WinnowError", status: shown.status, code: shown.code, credits_charged: charged };
  return `${JSON.stringify(head).slice(0, -1)},${errorBody(shown).slice(1)}\n`;
}

/** The head of a stream claims neither a cost nor an outcome: neither is known yet. */
function headOf(state: CallState, now: number): Record<string, string> {
  const { "x-credits-charged": _cost, "x-results-end": _end, ...head } = callHeaders(state, now);
  return head;
}

const summaryOf = (state: CallState) => ({
  "@type": "WinnowSummary",
  credits_charged: state.charged,
  points_left: state.points,
  ...factsView(wholeFacts(state.facts)),
  warnings: allWarnings(state),
});

/** The age of a cached response is known before its first record, so it is in the head. */
function trailersOf(state: CallState): Record<string, string> {
  const { charged, points, facts } = state;
  return {
    "x-credits-charged": String(charged),
    ...(points !== null && { "x-token-points": String(points) }),
    ...(facts && factHeaders({ ...facts, age: null, warnings: allWarnings(state) })),
  };
}
