import { PassThrough } from "node:stream";
import { type Static, Type } from "typebox";
import { WinnowError } from "../../../contract/errors.ts";
import { factsView } from "../../../service/answer-facts.ts";
import { findOptions } from "../../../service/find-options.ts";
import { loggedRun } from "../../../service/logged-run.ts";
import { type CallState, newCallState, type OperationCall } from "../../../service/operation-call.ts";
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
  within: Type.Optional(Type.String({ maxLength: 200 })),
  if_free: Type.Optional(Type.Boolean()),
  body: Type.Object({}, { additionalProperties: true }),
});

const PROGRESS_EVERY_MS = 100;

type Say = (event: RunEvent) => Promise<void>;

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
    const { field, words, within, if_free, body } = session.body as Static<typeof Options>;
    const { entry, ...begun } = await begin(session);
    const disconnect = new AbortController().signal;
    const isStandIn = parts.isStandIn(entry.source.name);
    const found = await findOptions(
      service,
      { entry, field, words, within, ifFree: if_free, request: body as Record<string, unknown> },
      { ...begun, disconnect, isStandIn },
    );
    return { ...found, charged: begun.state.charged };
  });

  member("POST", "/playground/run", { body: Call }, async (session) => {
    const begun = await begin(session);
    session.reply.header("x-request-id", begun.state.requestId);
    const from = { address: session.request.ip, headers: session.request.headers };
    const logged = { ...begun, from, body: (session.body as { body: unknown }).body };
    const call = await checked(logged, () => callOf(session, begun));
    const lines = new PassThrough();
    const gone = new AbortController();
    lines.once("close", () => {
      if (!lines.writableFinished) gone.abort(new Error("the browser went away"));
    });
    const say = sayTo(lines);
    const runs = () => run(parts, { ...call, disconnect: gone.signal }, say);
    void loggedRun(service, logged, runs)
      .catch((error: unknown) => say(failed(call, error)))
      .finally(() => lines.end());
    return session.reply.header("content-type", "application/x-ndjson").send(lines);
  });
}

/**
 * Records leave as pages arrive, at most ten lines a second: a person cannot read faster. Whoever stops it has what was
 * sent, and is charged for that much.
 */
async function run({ service, clock }: DashboardParts, call: OperationCall, say: Say): Promise<void> {
  const { requestId: request_id, startedAt } = call.state;
  const elapsed = () => clock.now() - startedAt;
  let waiting: Array<Record<string, unknown>> = [];
  let sent = 0;
  let said = 0;
  let pages = 0;
  const tell = async () => {
    said = elapsed();
    const records = waiting;
    waiting = [];
    sent += records.length;
    await say({ type: "progress", request_id, pages, elapsed_ms: said, records });
  };
  const tellSometimes = async () => {
    if (elapsed() - said >= PROGRESS_EVERY_MS) await tell();
  };
  const onProgress = (stats: { pages: number }) => {
    pages = stats.pages;
    void tellSometimes();
  };
  await tell();
  for await (const record of service.stream({ ...call, onProgress, sent: () => sent })) {
    waiting.push(record);
    await tellSometimes();
  }
  if (call.disconnect.aborted) return;
  await tell();
  const { charged, points, facts } = call.state;
  await say({
    type: "answer",
    status: 200,
    request_id,
    charged,
    points: points ?? 0,
    duration_ms: elapsed(),
    ...factsView(facts),
  });
}

/** Writes an event a line, and waits while the browser reads slower than the site answers. */
const sayTo =
  (lines: PassThrough): Say =>
  async (event) => {
    if (lines.destroyed || lines.write(`${JSON.stringify(event)}\n`)) return;
    await new Promise<void>((go) => {
      const done = () => {
        lines.off("drain", done).off("close", done);
        go();
      };
      lines.on("drain", done).on("close", done);
    });
  };

function failed({ state }: { state: CallState }, error: unknown): RunEvent {
  const { status, detail } = error instanceof WinnowError ? error : new WinnowError("internal");
  return { type: "error", status, request_id: state.requestId, detail };
}
