import { hash } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { factsFrom } from "../contract/answer-facts.ts";
import type { CallOptions } from "../contract/call-options.ts";
import { WinnowError } from "../contract/errors.ts";
import { PROVENANCE } from "../contract/provenance-view.ts";
import { ownKey } from "../metering/own-keys.ts";
import type { Admission, Hold, KeptAnswer, Metering } from "../metering/types.ts";
import type { CallLimiter } from "../overload/call-limiter.ts";
import type { createCallers } from "./callers.ts";
import type { EarlierAnswers } from "./earlier-answers.ts";
import type { callStores } from "./kept-of-a-call.ts";
import type { CachedCall, GoodAnswer } from "./lookup-cache.ts";
import { callRetention, type DryRun, type OperationCall, requestTimeout, reuseOf } from "./operation-call.ts";
import { whyNotSetUp } from "./permission.ts";
import { type Refused, refusal } from "./refusal.ts";
import type { Entry } from "./registry.ts";
import { partIn, refuseUnidentified, remainingPrice } from "./sent-part.ts";

interface Dependencies {
  callers: ReturnType<typeof createCallers>;
  metering: Pick<Metering, "admit">;
  stores: ReturnType<typeof callStores>;
  earlier: EarlierAnswers;
  limiter: CallLimiter;
  clock: Clock;
  isSetUp?(source: string): boolean;
  /** The points that an account gets when its owner confirms the address. */
  waitingPoints(accountId: string): Promise<number>;
  log: { error(context: object, message: string): void };
}

/** A call as the cache sees it. */
type CacheableCall = CachedCall & Pick<OperationCall, "state" | "isFree" | "caller">;

/** Decides what a call can cost and whether it may run, before anything is fetched. */
export function createCallAdmission(dependencies: Dependencies) {
  const { callers, metering, stores, earlier, limiter, clock, log, waitingPoints } = dependencies;

  const refused = async (why: Refused, { entry, caller }: OperationCall, cost: number): Promise<WinnowError> => {
    const waiting = why.kind === "not_enough_points" ? await waitingPoints(caller.account.id) : 0;
    return refusal(why, entry, cost, clock.now(), waiting);
  };

  /** A stored response that is fresh enough, which is free. If none can be read, the site is called. */
  async function cachedFor(call: CacheableCall, hold?: Hold): Promise<GoodAnswer | null> {
    if (call.options.fault || (!call.entry.operation.cache && reuseOf(call.options).ownAge === 0)) return null;
    try {
      return (await stores(call).lookups.find(call)) ?? (await earlier.find(call, hold));
    } catch (error) {
      log.error({ requestId: call.state.requestId, err: error }, "no stored response could be read");
      return null;
    }
  }

  /** The maximum that the call would cost now: nothing if its response is cached. */
  const quote = async (call: CacheableCall): Promise<number> =>
    call.isFree || (await cachedFor(call)) ? 0 : costOf(call.entry, call.request);

  async function dryRun(call: OperationCall): Promise<DryRun> {
    const { caller, state, options } = call;
    refuseFault(call);
    const { points, windows } = await callers.peek(caller);
    state.points = points;
    state.windows = windows;
    state.kind = "dry_run";
    const max_cost = await quote(call);
    const full = windows.find((window) => window.usage >= window.limit);
    if (full) throw await refused({ kind: "over_window", window: full, points, windows }, call, max_cost);
    refuseAbove(options, max_cost);
    if (points < max_cost) throw await refused({ kind: "not_enough_points", points, windows }, call, max_cost);
    return { max_cost, points, windows };
  }

  /**
   * A request with the key of an interrupted stream continues it under a key of its own, which no caller can send, and holds
   * only what is left of the price: all attempts together cost the price of all records. If it is interrupted too, the next
   * one continues it in turn.
   */
  async function admitOrContinue(call: OperationCall, maxCost: number, reuse: Reuse): Promise<Admission> {
    const { entry, caller, request, state, options } = call;
    const asked = {
      ...request,
      ...(options.provenance && { [PROVENANCE]: true }),
      ...(options.fault && { [FAULT]: options.fault }),
    };
    const digest = digestOf(entry.operation.path, asked);
    for (let key = options.idempotency_key; ; ) {
      const admission = await metering.admit({
        requestId: state.requestId,
        caller,
        endpoint: entry.operation.path,
        source: entry.source.name,
        entryPoint: call.entryPoint,
        maxCost: remainingPrice(maxCost, call),
        timeoutSeconds: requestTimeout(request),
        ...(call.background && { holdSeconds: call.background.holdSeconds }),
        params: request,
        retention: callRetention(call),
        tags: options.tag ?? null,
        idempotency: key ? { key, digest } : null,
        question: reuse.isHit ? null : earlier.question(call),
        equalSince: reuse.equalSince,
      });
      const part = admission.kind === "replay" && !call.background ? partIn(admission.answer) : null;
      if (admission.kind !== "replay" || part === null) return admission;
      refuseUnidentified(part, entry.operation);
      state.sentBefore = part;
      key = ownKey("continues", admission.answer.requestNo);
    }
  }

  /**
   * Admits the call or throws. Returns the hold, the response of the first request with its Idempotency-Key, or the number of
   * an equal request that runs or has just ended.
   */
  async function admit(
    call: OperationCall,
    cached: GoodAnswer | null,
    equalSince: number | null,
  ): Promise<Hold | KeptAnswer | number> {
    const { entry, caller, request, state } = call;
    refuseFault(call);
    // A schedule may be older than the settings.
    const notSetUp = whyNotSetUp(caller, entry, dependencies.isSetUp);
    if (notSetUp) throw notSetUp;
    const maxCost = cached || call.isFree ? 0 : costOf(entry, request);
    refuseAbove(call.options, maxCost);
    const askedAt = clock.now();
    const admission = await admitOrContinue(call, maxCost, { isHit: cached !== null, equalSince });
    if (admission.kind === "equal") return admission.no;
    if (!call.background) limiter.admitted(clock.now() - askedAt);
    if ("points" in admission) {
      state.points = admission.points;
      state.windows = admission.windows;
      callers.remember(caller, state);
    }
    state.timeline.add("admission", askedAt, clock.now());
    if (admission.kind === "admitted") {
      state.kind = "admitted";
      return admission.hold;
    }
    if (admission.kind === "replay") {
      state.kind = "replayed";
      state.replayed = true;
      state.facts = factsFrom(admission.answer.headers);
      return admission.answer;
    }
    throw await refused(admission, call, remainingPrice(maxCost, call));
  }

  /**
   * Begins a call that is waited for. It waits for an equal one whose age it allows; whether there is one is decided with
   * the admission, so that of any number of processes one asks the site.
   */
  async function begin(call: OperationCall): Promise<{ hold: Hold | KeptAnswer; cached: GoodAnswer | null }> {
    const patience = earlier.patience(call);
    for (;;) {
      const since = patience.since();
      const cached = await cachedFor(call);
      if (!cached && reuseOf(call.options).isOnlyCached) throw new WinnowError("not_cached");
      const hold = await admit(call, cached, cached ? null : since);
      if (typeof hold !== "number") return { hold, cached };
      await patience.wait(hold);
      if (call.disconnect.aborted) throw new WinnowError("deadline", "Client disconnected.");
    }
  }

  /** Admits a call that is run later, by any worker. */
  async function admitLater(call: OperationCall): Promise<Hold | KeptAnswer> {
    const since = call.background?.isQueued ? null : earlier.patience(call).since();
    const cached = call.background?.isQueued ? await stores(call).lookups.find(call) : await cachedFor(call);
    const hold = await admit(call, cached, cached ? null : since);
    if (typeof hold === "number") throw equalRuns();
    return hold;
  }

  return { cachedFor, quote, dryRun, begin, admitLater };
}

/** Part of a request's digest, and no field of any. */
const FAULT = "x-fault";
const FAULT_FOR_TEST =
  "x-fault is for test keys, which begin with wnw_test_ and read stand-ins. Create one in the dashboard or with npx winnow keys create --mode test.";

function refuseFault({ options, caller }: OperationCall): void {
  if (options.fault && caller.key.mode !== "test") throw new WinnowError("bad_request", FAULT_FOR_TEST);
}

/** The maximum cost of a request: the price of `count`, or of the source's maximum if that is less. */
export function costOf({ operation }: Entry, request: Record<string, unknown>): number {
  const count = typeof request.count === "number" ? request.count : 1;
  const max = operation.price.max(Math.min(count, operation.maxResults ?? count));
  return Math.min(max, Number.MAX_SAFE_INTEGER);
}

function refuseAbove({ max_cost = Number.POSITIVE_INFINITY }: CallOptions, cost: number): void {
  if (cost <= max_cost) return;
  throw new WinnowError("over_max_cost", `The request could cost ${cost} points; x-max-cost allows ${max_cost}.`);
}

/** For work that can wait without a worker: it is tried again shortly. */
export const equalRuns = (): WinnowError =>
  new WinnowError("unavailable", "An equal request is in flight.", { headers: { "retry-after": "1" } });

type Reuse = { isHit: boolean; equalSince: number | null };

const digestOf = (path: string, request: Record<string, unknown>): string =>
  hash("sha256", `${path}\n${JSON.stringify(request)}`);
