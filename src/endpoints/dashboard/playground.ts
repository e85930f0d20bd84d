import { PassThrough } from "node:stream";
import { Type } from "typebox";
import { factsView } from "../../contract/answer-facts.ts";
import { content } from "../../contract/endpoint.ts";
import { WinnowError } from "../../contract/errors.ts";
import { practiceFaultNames } from "../../contract/practice-faults.ts";
import { choice, given } from "../../contract/shapes.ts";
import { findOptions } from "../../service/find-options.ts";
import { loggedRun } from "../../service/logged-run.ts";
import { type CallState, newCallState, type OperationCall } from "../../service/operation-call.ts";
import { type DashboardContext, gives, type Member, memberGroup, notFound } from "./context.ts";
import { OptionsAnswer, QuoteAnswer, type RunEvent, ToCall } from "./views/requests.ts";

const { member } = memberGroup("work", "playground", "operation");
const PROGRESS_EVERY_MS = 100;
const NDJSON = "application/x-ndjson";
const short = given({ minLength: 0, maxLength: 200 });
const examples = [{ operation: "/api/nlretail/products/search", body: { keyword: "lamp", count: 1 } }];

/** The playground: calls take the normal path, with the user's own key, chosen here. */
export const playgroundEndpoints = [
  member("POST /playground/quote", {
    summary: "What a call can cost at most",
    body: ToCall,
    examples,
    answer: gives(QuoteAnswer),
    async handle({ caller, body }, context) {
      const call = callOf(context, body.body, await begin(context, caller, body.operation));
      const max_cost = await context.service.quote(call);
      const { points } = await context.metering.peek(call.caller);
      return { max_cost, words: call.entry.operation.price.words, points, enough: points >= max_cost };
    },
  }),
  member("POST /playground/options", {
    summary: "Values of a field, found by the operation that knows them",
    body: Type.Object({
      ...ToCall.properties,
      field: short,
      words: short,
      within: Type.Optional(short),
      if_free: Type.Optional(Type.Boolean()),
    }),
    examples: [{ operation: "/api/stays/hotels/search", field: "destination_id", words: "lisbon", body: {} }],
    answer: gives(OptionsAnswer),
    async handle({ caller, body: { operation, field, words, within, if_free, body } }, context) {
      const { entry, ...begun } = await begin(context, caller, operation);
      const isStandIn = context.isStandIn(entry.source.name);
      const found = await findOptions(
        context.service,
        { entry, field, words, within, ifFree: if_free, request: body },
        { ...begun, options: {}, disconnect: new AbortController().signal, isStandIn },
      );
      return { ...found, charged: begun.state.charged };
    },
  }),
  member("POST /playground/run", {
    summary: "Make a call; its records come as they arrive",
    body: Type.Object({ ...ToCall.properties, fault: Type.Optional(choice(practiceFaultNames)) }),
    examples,
    answer: content(NDJSON, "A line for each event.", { isLive: true }),
    async handle({ caller, body: { operation, body, fault } }, context) {
      const { service } = context;
      const begun = await begin(context, caller, operation);
      caller.setHeader("x-request-id", begun.state.requestId);
      const logged = { ...begun, from: { address: caller.browser.address, headers: caller.headers }, body };
      const call = { ...(await checked(context, logged, () => callOf(context, body, begun))), options: { fault } };
      const lines = new PassThrough();
      const gone = new AbortController();
      lines.once("close", () => {
        if (!lines.writableFinished) gone.abort(new Error("the browser went away"));
      });
      const say = sayTo(lines);
      void loggedRun(service, logged, () => run(context, { ...call, disconnect: gone.signal }, say))
        .catch((error: unknown) => say(failed(call, error)))
        .finally(() => lines.end());
      return { type: NDJSON, body: lines };
    },
  }),
];

type Begun = Pick<OperationCall, "entry" | "caller" | "entryPoint" | "state">;

async function begin({ service, clock }: DashboardContext, caller: Member, operation: string): Promise<Begun> {
  const entry = service.registry.byPath(operation);
  if (!entry) throw notFound();
  return { entry, caller: await caller.callerFor(entry), entryPoint: "dashboard", state: newCallState(clock.now()) };
}

function callOf({ service }: DashboardContext, input: object, begun: Begun): Omit<OperationCall, "disconnect"> {
  const request = service.readBody(begun.entry, Buffer.from(JSON.stringify(input)), "application/json");
  service.permit(begun.caller, begun.entry, "dashboard");
  return { ...begun, request, options: {} };
}

/** Logs a rejected body as a call too. An accepted one is logged when it has run. */
async function checked<T>(
  { service }: DashboardContext,
  logged: Parameters<typeof loggedRun>[1],
  check: () => T,
): Promise<T> {
  try {
    return check();
  } catch (error) {
    return loggedRun(service, logged, () => Promise.reject(error));
  }
}

type Say = (event: RunEvent) => Promise<void>;

/**
 * Sends records as pages arrive, at most ten lines a second: a person cannot read faster. A user who stops it keeps what
 * was sent and is charged for that.
 */
async function run({ service, clock }: DashboardContext, call: OperationCall, say: Say): Promise<void> {
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

/** Writes one event per line, and waits while the browser reads more slowly than the site responds. */
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
