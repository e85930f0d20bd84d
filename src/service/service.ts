import type { Account, ApiKey, Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { wholeFacts } from "../contract/answer-facts.ts";
import { WinnowError } from "../contract/errors.ts";
import { unknownName } from "../contract/reading/name-faults.ts";
import type { OnUnknown } from "../contract/reading/read-request.ts";
import type { Engine } from "../extraction/types.ts";
import { limits } from "../limits/limits.ts";
import type { Hold, KeptAnswer, Metering } from "../metering/types.ts";
import type { CallLimiter } from "../overload/call-limiter.ts";
import { costOf, createCallAdmission, equalRuns } from "./call-admission.ts";
import { answerFacts, createCallEnding, noStats } from "./call-ending.ts";
import type { CallLog, EndedCall } from "./call-log.ts";
import { createCallers, type KeyLookup } from "./callers.ts";
import { createEarlierAnswers } from "./earlier-answers.ts";
import type { Evidence, Pieces } from "./evidence.ts";
import { callStores } from "./kept-of-a-call.ts";
import type { KeptPages } from "./kept-pages.ts";
import type { GoodAnswer, LookupCache } from "./lookup-cache.ts";
import { withLookupHint } from "./lookup-hint.ts";
import { callDeadline, type EntryPoint, type OperationCall, type RunResult } from "./operation-call.ts";
import { whyForbidden, whyNotSetUp } from "./permission.ts";
import type { OriginOf } from "./question.ts";
import type { Entry, Registry } from "./registry.ts";
import { answerOf, createSiteRuns, type Rec, recordsIn } from "./site-runs.ts";

export interface ServiceDependencies {
  registry: Registry;
  accounts: KeyLookup;
  metering: Metering;
  engine: Engine;
  /** Runs calls of test keys. */
  practice: Pick<Engine, "extract">;
  evidence: Evidence;
  lookups: LookupCache;
  pages: KeptPages;
  /** Whether a source is its stand-in. */
  isStandIn(source: string): boolean;
  /** Whether its operations are offered; all are by default. */
  isSetUp?(source: string): boolean;
  originOf: OriginOf;
  clock: Clock;
  log: { error(context: object, message: string): void };
  /** The points that an account gets when its owner confirms the address. */
  waitingPoints(accountId: string): Promise<number>;
  /** Limits concurrent calls. */
  limiter: CallLimiter;
  callLog: CallLog;
}

export type Service = ReturnType<typeof createService>;

/** The core of the service: HTTP, MCP and the dashboard are entry points to `run` and `stream`. */
export function createService(dependencies: ServiceDependencies) {
  const { registry, accounts, metering, engine, practice, evidence, lookups, pages, clock, log, limiter, callLog } =
    dependencies;
  const callers = createCallers({ accounts, metering, clock, limiter, callLog });
  const earlier = createEarlierAnswers(dependencies);
  const stores = callStores({ evidence, lookups, pages, log });
  const admission = createCallAdmission({ ...dependencies, callers, earlier, stores });
  const { cachedFor, quote, dryRun, begin, admitLater } = admission;
  const ending = createCallEnding({ metering, stores, clock });
  const { extract, askSite } = createSiteRuns({ engine, practice, ending, earlier, stores, clock });

  function permit(caller: Caller, entry: Entry, entryPoint: EntryPoint): void {
    const why = whyForbidden(caller, entry, entryPoint) ?? whyNotSetUp(caller, entry, dependencies.isSetUp);
    if (why) throw why;
  }

  /** Whether a picker may call it for free: the operation is a lookup at a stand-in. */
  const isFreeToPickers = ({ operation, source }: Entry): boolean =>
    operation.cache !== undefined && dependencies.isStandIn(source.name);

  /** Acquires one of this process's slots. Jobs have limits of their own. */
  async function enter(call: OperationCall): Promise<() => void> {
    if (call.background) return () => {};
    const askedAt = clock.now();
    call.arrived?.();
    const leave = await limiter.enter({
      account: call.caller.account.id,
      source: call.entry.source.name,
      arrivedAt: call.state.startedAt,
      deadline: callDeadline(call),
      signal: call.disconnect,
    });
    call.state.timeline.add("queue", askedAt, clock.now());
    return leave;
  }

  /** Admits a call, yields its records as pages arrive, and returns its answer; of a whole call only that. */
  async function* ask(call: OperationCall, isWhole: boolean): AsyncGenerator<Rec, RunResult | null, undefined> {
    const leave = await enter(call);
    try {
      const { hold, cached } = await begin(call);
      if (!cached && !("body" in hold)) return yield* askSite(call, hold, isWhole);
      const answer = "body" in hold ? replayed(hold) : await ending.serveCached(call, hold, cached!);
      if (!isWhole) yield* recordsIn(answer.body);
      return answer;
    } finally {
      leave();
    }
  }

  /** Runs a call to its end: all records, settled and charged, or an error and no charge. */
  const run = (call: OperationCall): Promise<RunResult> => answerOf(ask(call, true));

  /** Yields records as pages arrive. A run that fails half-way throws there; `call-ending.ts` defines what it costs. */
  const stream = (call: OperationCall) => ask(call, false);

  /**
   * For a picker: the cached response, or a stand-in's. Neither costs anything, counts in a window or appears in the
   * history, because pickers call on every keystroke. Null if the site itself would have to be called.
   */
  async function freeAnswer(call: OperationCall, ofStandIn: boolean): Promise<GoodAnswer | null> {
    const cached = await cachedFor(call);
    if (cached || !ofStandIn) return cached;
    const extraction = extract(call);
    const records = await Array.fromAsync(extraction);
    const body = Buffer.from(JSON.stringify(records));
    const answer = { body, results: records.length, facts: wholeFacts(answerFacts(extraction)), warc: null };
    await stores(call).lookups.keep(call, answer);
    return answer;
  }

  /** Runs a call that was admitted before, here or elsewhere. A response cached in the meantime is free here too. */
  async function runHeld(call: OperationCall, hold: Hold): Promise<RunResult> {
    // Looked up first: the answer of an equal call that ends in between is found below.
    const isAskedAlready = await earlier.runsEarlier(call, hold);
    const cached = await cachedFor(call, hold);
    if (cached) return ending.serveCached(call, hold, cached);
    if (isAskedAlready) throw equalRuns();
    return answerOf(askSite(call, hold, true));
  }

  const evidenceOf = (
    { account, key }: { account: Pick<Account, "id">; key: Pick<ApiKey, "sources"> },
    requestId: string,
  ): Promise<Pieces | null> => evidence.find(account.id, requestId, key.sources);

  return {
    registry,
    identify: callers.identify,
    arrive: callers.arrive,
    permit,
    readBody,
    costOf,
    waitingPoints: dependencies.waitingPoints,
    quote,
    readQuota: callers.readQuota,
    dryRun,
    admit: admitLater,
    run,
    runHeld,
    freeAnswer,
    isFreeToPickers,
    stream,
    evidenceOf,
    logCall: (call: EndedCall) => callLog.note(call),
    ownerOf: accounts.ownerOf,
  };
}

const replayed = ({ body, requestId }: KeptAnswer): RunResult => ({
  body,
  count: recordsIn(body).length,
  stats: noStats(),
  resultId: requestId,
});

/** Reads and validates a body; throws 400 or 422, also for unknown fields unless the caller is told of them. */
function readBody(
  entry: Entry,
  body: Uint8Array,
  contentType: string | undefined,
  onUnknown: OnUnknown = (names) => refuseUnknown(entry, names),
): Record<string, unknown> {
  if (body.length > limits.callBody.max) throw new WinnowError("body_too_large");
  let request: Record<string, unknown>;
  try {
    request = entry.read(body, contentType, onUnknown);
  } catch (error) {
    throw withLookupHint(error, entry.operation.request.properties);
  }
  entry.operation.check?.(request);
  return request;
}

function refuseUnknown({ operation }: Entry, names: string[]): never {
  const faults = names.slice(0, MAX_FAULTS).map((name) => {
    const [type, msg] = unknownName(name, operation.request.properties, "body");
    return { type, loc: ["body", name], msg };
  });
  throw new WinnowError("validation", faults);
}

const MAX_FAULTS = 100;
