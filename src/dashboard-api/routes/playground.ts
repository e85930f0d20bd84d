import { PassThrough } from "node:stream";
import { Type } from "typebox";
import { WinnowError } from "../../contract/errors.ts";
import { factsView } from "../../service/answer-facts.ts";
import { newCallState, type OperationCall } from "../../service/operation-call.ts";
import type { QuoteAnswer, RunEvent } from "../api-types.ts";
import { notFound } from "../errors.ts";
import { holderFor } from "../holder.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes, Session } from "../session.ts";

const Call = Type.Object({
  operation: Type.String({ maxLength: 200 }),
  body: Type.Object({}, { additionalProperties: true }),
});

const PROGRESS_EVERY_MS = 100;

/** The playground: the same entry point as every other call, with the person's own key, chosen here. */
export function registerPlaygroundRoutes({ member }: GuardedRoutes, parts: DashboardParts): void {
  const { service, clock } = parts;

  async function callOf({ body, person }: Session): Promise<Omit<OperationCall, "disconnect">> {
    const { operation, body: wish } = body as { operation: string; body: Record<string, unknown> };
    const entry = service.registry.byPath(operation);
    if (!entry) throw notFound();
    const request = service.readBody(entry, Buffer.from(JSON.stringify(wish)), "application/json");
    const holder = await holderFor(parts, person, entry.source.name);
    service.permit(holder, entry, "dashboard");
    return { entry, holder, entryPoint: "dashboard", request, state: newCallState(clock.now()) };
  }

  member("POST", "/playground/quote", { body: Call }, async (session): Promise<QuoteAnswer> => {
    const call = await callOf(session);
    const { price } = call.entry.operation;
    const max_cost = service.costOf(call.entry, call.request);
    const { points } = await parts.metering.peek(call.holder);
    return { max_cost, words: price.words, points, enough: points >= max_cost };
  });

  member("POST", "/playground/run", { body: Call }, async (session) => {
    const call = await callOf(session);
    const lines = new PassThrough();
    const gone = new AbortController();
    lines.once("close", () => {
      if (!lines.writableFinished) gone.abort(new Error("the browser went away"));
    });
    const say = (event: RunEvent) => void lines.write(`${JSON.stringify(event)}\n`);
    void run(parts, { ...call, disconnect: gone.signal }, say).finally(() => lines.end());
    return session.reply.header("content-type", "application/x-ndjson").send(lines);
  });
}

async function run(
  { service, clock }: DashboardParts,
  call: OperationCall,
  say: (event: RunEvent) => void,
): Promise<void> {
  const { requestId: request_id, startedAt } = call.state;
  const elapsed = () => clock.now() - startedAt;
  let said = 0;
  say({ type: "progress", pages: 0, records: 0, elapsed_ms: 0 });
  try {
    const { body } = await service.run({
      ...call,
      onProgress: ({ pages, records }) => {
        // A person cannot read faster, and a long answer has thousands of records.
        if (elapsed() - said < PROGRESS_EVERY_MS) return;
        said = elapsed();
        say({ type: "progress", pages, records, elapsed_ms: said });
      },
    });
    const { charged, points, facts } = call.state;
    const records = JSON.parse(Buffer.from(body).toString());
    say({
      type: "answer",
      status: 200,
      request_id,
      charged,
      points: points ?? 0,
      duration_ms: elapsed(),
      ...factsView(facts),
      records,
    });
  } catch (error) {
    const shown = error instanceof WinnowError ? error : new WinnowError("internal");
    say({ type: "error", status: shown.status, request_id, detail: shown.detail });
  }
}
