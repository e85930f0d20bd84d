import { PassThrough } from "node:stream";
import { type Static, Type } from "typebox";
import { WinnowError } from "../../contract/errors.ts";
import { factsView } from "../../service/answer-facts.ts";
import { findOptions } from "../../service/find-options.ts";
import { loggedRun } from "../../service/logged-run.ts";
import { type CallState, newCallState, type OperationCall } from "../../service/operation-call.ts";
import type { OptionsAnswer, QuoteAnswer, RunEvent } from "../api-types.ts";
import { notFound } from "../errors.ts";
import { holderFor } from "../holder.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes, Session } from "../session.ts";

const Call = Type.Object({
  operation: Type.String({ maxLength: 200 }),
  body: Type.Object({}, { additionalProperties: true }),
});

const Options = Type.Object({
  operation: Type.String({ maxLength: 200 }),
  field: Type.String({ maxLength: 200 }),
  words: Type.String({ maxLength: 200 }),
  body: Type.Object({}, { additionalProperties: true }),
});

const PROGRESS_EVERY_MS = 100;

/** The playground: the same entry point as every other call, with the person's own key, chosen here. */
export function registerPlaygroundRoutes({ member }: GuardedRoutes, parts: DashboardParts): void {
  const { service, clock } = parts;

  type Begun = Pick<OperationCall, "entry" | "holder" | "entryPoint" | "state">;

  async function begin({ body, person }: Session): Promise<Begun> {
    const entry = service.registry.byPath((body as { operation: string }).operation);
    if (!entry) throw notFound();
    const holder = await holderFor(parts, person, entry.source.name);
    return { entry, holder, entryPoint: "dashboard", state: newCallState(clock.now()) };
  }

  function callOf({ body }: Session, begun: Begun): Omit<OperationCall, "disconnect"> {
    const { body: wish } = body as { body: Record<string, unknown> };
    const request = service.readBody(begun.entry, Buffer.from(JSON.stringify(wish)), "application/json");
    service.permit(begun.holder, begun.entry, "dashboard");
    return { ...begun, request };
  }

  /** A body that is refused is a call, too; one that is taken is logged when it has run. */
  async function checked<T>(logged: Parameters<typeof loggedRun>[1], check: () => T): Promise<T> {
    try {
      return check();
    } catch (error) {
      return loggedRun(service, logged, () => Promise.reject(error));
    }
  }

  member("POST", "/playground/quote", { body: Call }, async (session): Promise<QuoteAnswer> => {
    const call = callOf(session, await begin(session));
    const { price } = call.entry.operation;
    const max_cost = await service.quote(call);
    const { points } = await parts.metering.peek(call.holder);
    return { max_cost, words: price.words, points, enough: points >= max_cost };
  });

  member("POST", "/playground/options", { body: Options }, async (session): Promise<OptionsAnswer> => {
    const { field, words, body } = session.body as Static<typeof Options>;
    const { entry, ...begun } = await begin(session);
    const disconnect = new AbortController().signal;
    const isStandIn = parts.isStandIn(entry.source.name);
    const found = await findOptions(
      service,
      { entry, field, words, request: body as Record<string, unknown> },
      { ...begun, disconnect, isStandIn },
    );
    return { ...found, charged: begun.state.charged };
  });

  member("POST", "/playground/run", { body: Call }, async (session) => {
    const begun = await begin(session);
    const from = { address: session.request.ip, headers: session.request.headers };
    const logged = { ...begun, from, body: (session.body as { body: unknown }).body };
    const call = await checked(logged, () => callOf(session, begun));
    const lines = new PassThrough();
    const gone = new AbortController();
    lines.once("close", () => {
      if (!lines.writableFinished) gone.abort(new Error("the browser went away"));
    });
    const say = (event: RunEvent) => void lines.write(`${JSON.stringify(event)}\n`);
    const runs = () => run(parts, { ...call, disconnect: gone.signal }, say);
    void loggedRun(service, logged, runs)
      .catch((error: unknown) => say(failed(call, error)))
      .finally(() => lines.end());
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
}

function failed({ state }: { state: CallState }, error: unknown): RunEvent {
  const { status, detail } = error instanceof WinnowError ? error : new WinnowError("internal");
  return { type: "error", status, request_id: state.requestId, detail };
}
