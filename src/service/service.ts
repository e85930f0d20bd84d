import { createHash } from "node:crypto";
import { hashSecret } from "../accounts/key-secret.ts";
import { isInNetworks } from "../accounts/networks.ts";
import type { ApiKey, KeyHolder, Person } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Engine, Extraction } from "../extraction/types.ts";
import { limits } from "../limits/limits.ts";
import type { Admission, Hold, KeptAnswer, Metering, StoredAnswer } from "../metering/types.ts";
import { type LetBy, type Refused, refuseEarly } from "../overload/early-refusals.ts";
import { KnownCallers } from "../overload/known-callers.ts";
import type { LoadGate } from "../overload/load-gate.ts";
import { factsFrom } from "./answer-facts.ts";
import { CLIENT_LEFT, createCallEnding, factsOf, noStats } from "./call-ending.ts";
import type { CallLog, EndedCall } from "./call-log.ts";
import type { Evidence } from "./evidence.ts";
import type { CachedCall, GoodAnswer, LookupCache } from "./lookup-cache.ts";
import { withLookupHint } from "./lookup-hint.ts";
import {
  type CallState,
  type DryRun,
  deadlineOf,
  type EntryPoint,
  type OperationCall,
  type RunResult,
} from "./operation-call.ts";
import { whyForbidden } from "./permission.ts";
import { refusal } from "./refusal.ts";
import type { Entry, Registry } from "./registry.ts";

export interface KeyLookup {
  /** Whose secret it is, also where it has ended. */
  ownerOf(secret: string): Promise<KeyHolder | null>;
  lookUpKey(
    secret: string,
    address: string,
    hash: string,
  ): Promise<KeyHolder | Extract<ErrorCode, "key_invalid" | "key_revoked" | "key_expired"> | { retryAfter: number }>;
}

export interface ServiceParts {
  registry: Registry;
  accounts: KeyLookup;
  metering: Metering;
  engine: Engine;
  evidence?: Evidence;
  lookups?: LookupCache;
  /** Whether a source is its stand-in; none is unless given. */
  isStandIn?: (source: string) => boolean;
  clock: Clock;
  log: { error(context: object, message: string): void };
  /** How many calls run at once; as many as come unless given. */
  gate?: LoadGate;
  callLog?: CallLog;
}

/** A call as the cache sees it. */
type CacheableCall = CachedCall & Pick<OperationCall, "state" | "isFree">;

export type Service = ReturnType<typeof createService>;

/** The one way in: HTTP, MCP and the dashboard are entry points to `run` and `stream`. */
export function createService(parts: ServiceParts) {
  const { registry, accounts, metering, engine, evidence, lookups, clock, log, gate, callLog } = parts;

  const known = new KnownCallers(clock);

  /** Who calls, by their key; `address` is where from. The key's hash is made once for a call. */
  async function identify(secret: string, address: string, hash = hashSecret(secret)): Promise<KeyHolder> {
    const found = await accounts.lookUpKey(secret, address, hash);
    if (typeof found === "string") throw new WinnowError(found);
    if ("retryAfter" in found) {
      const headers = { "retry-after": String(found.retryAfter) };
      throw new WinnowError("rate_limited", "Rate limit exceeded: too many wrong keys from this network.", { headers });
    }
    if (found.key.networks && !isInNetworks(found.key.networks, address)) throw new WinnowError("network_forbidden");
    known.met(hash, found);
    return found;
  }

  /** A call arrives with a key of this hash: refuses it where there is no room for it, unless `isPlain` is false. */
  function arrive(hash: string, entry: Entry, isPlain: boolean): Refused | LetBy | null {
    if (!gate) return null;
    const leavesOut = (account: string) => callLog?.leavesOut(account) ?? true;
    const mayRefuse = (holder: KeyHolder) => isPlain && !whyForbidden(holder, entry, "http");
    return refuseEarly({ gate, known, leavesOut }, hash, mayRefuse);
  }

  function permit(holder: KeyHolder, entry: Entry, entryPoint: EntryPoint): void {
    const why = whyForbidden(holder, entry, entryPoint);
    if (why) throw why;
  }

  /** Reads and checks a body; throws 400 or 422. */
  function readBody(entry: Entry, body: Uint8Array, contentType: string | undefined): Record<string, unknown> {
    if (body.length > limits.callBody.most) throw new WinnowError("body_too_large");
    const request = readOrHint(entry, body, contentType);
    entry.operation.check?.(request);
    return request;
  }

  function readOrHint(entry: Entry, body: Uint8Array, contentType: string | undefined): Record<string, unknown> {
    try {
      return entry.read(body, contentType);
    } catch (error) {
      throw withLookupHint(error, entry.operation.request.properties);
    }
  }

  /** Whether a picker may ask for nothing: the operation is a lookup, and of a stand-in. */
  const isFreeToPickers = ({ operation, source }: Entry): boolean =>
    operation.cache !== undefined && (parts.isStandIn?.(source.name) ?? false);

  /** The most that a request can cost: the price of `count`, or of all that the source can give where that is less. */
  function costOf({ operation }: Entry, request: Record<string, unknown>): number {
    const count = typeof request.count === "number" ? request.count : 1;
    const most = operation.price.most(Math.min(count, operation.maxResults ?? count));
    return Math.min(most, Number.MAX_SAFE_INTEGER);
  }

  const ending = createCallEnding({ metering, evidence, lookups, clock, log });
  const peeks = new Map<string, ReturnType<Metering["peek"]>>();

  /** Points and windows of a key; calls that ask at the same time are told the same. */
  function peek(holder: KeyHolder): ReturnType<Metering["peek"]> {
    const { id } = holder.key;
    let peeked = peeks.get(id);
    if (!peeked) {
      peeked = metering.peek(holder).finally(() => peeks.delete(id));
      peeks.set(id, peeked);
    }
    return peeked;
  }

  /** Every answer to a known key tells points and windows, also one that was refused before admission. */
  async function tellStanding(holder: KeyHolder, state: CallState): Promise<void> {
    if (state.points !== null && state.windows !== null) return;
    const standing = await peek(holder).catch(() => null);
    state.points ??= standing?.points ?? null;
    state.windows ??= standing?.windows ?? null;
    known.told(holder, state);
  }

  async function dryRun(call: OperationCall): Promise<DryRun> {
    const { entry, holder, state, maxCost } = call;
    const { points, windows } = await peek(holder);
    state.points = points;
    state.windows = windows;
    state.kind = "dry_run";
    const max_cost = await quote(call);
    const full = windows.find((window) => window.usage >= window.limit);
    if (full) throw refusal({ kind: "over_window", window: full, points, windows }, entry, max_cost, clock.now());
    refuseAbove(maxCost, max_cost);
    if (points < max_cost) {
      throw refusal({ kind: "not_enough_points", points, windows }, entry, max_cost, clock.now());
    }
    return { max_cost, points, windows };
  }

  /** The most that the call would cost now: nothing, where its answer is kept. */
  const quote = async (call: CacheableCall): Promise<number> =>
    call.isFree || (await cachedFor(call)) ? 0 : costOf(call.entry, call.request);

  function refuseAbove(callerMax: number | null | undefined, cost: number): void {
    if (callerMax === null || callerMax === undefined || cost <= callerMax) return;
    throw new WinnowError("over_max_cost", `The request could cost ${cost} points; x-max-cost allows ${callerMax}.`);
  }

  /** An answer that is kept and will do, which is free. What cannot be read is no reason to fail: the site is asked. */
  async function cachedFor(call: CacheableCall): Promise<GoodAnswer | null> {
    if (!lookups || !call.entry.operation.cache) return null;
    return lookups.find(call).catch((error: unknown) => {
      log.error({ requestId: call.state.requestId, err: error }, "the cache of lookups could not be read");
      return null;
    });
  }

  /** Admits a call that is run later, by whoever takes it. One that wants no kept answer has it forgotten here. */
  async function admitLater(call: OperationCall): Promise<Hold | KeptAnswer> {
    if (call.cache?.maxAge === 0) await lookups?.forget(call);
    return admit(call, await cachedFor(call));
  }

  /** Admits the call, or throws why not. Returns what is held, or the answer of the first request of its Idempotency-Key. */
  async function admit(call: OperationCall, cached: GoodAnswer | null): Promise<Hold | KeptAnswer> {
    const { entry, holder, request, state } = call;
    const maxCost = cached || call.isFree ? 0 : costOf(entry, request);
    refuseAbove(call.maxCost, maxCost);
    const askedAt = clock.now();
    const answered = call.background ? undefined : gate?.asking();
    const admitted = metering.admit({
      requestId: state.requestId,
      holder,
      endpoint: entry.operation.path,
      source: entry.source.name,
      entryPoint: call.entryPoint,
      maxCost,
      timeoutSeconds: request.timeout as number,
      ...call.background,
      params: request,
      idempotency: call.idempotencyKey
        ? { key: call.idempotencyKey, digest: digestOf(entry.operation.path, request) }
        : null,
    });
    const admission: Admission = await admitted.finally(answered);
    if ("points" in admission) {
      state.points = admission.points;
      state.windows = admission.windows;
      known.told(holder, state);
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
    throw refusal(admission, entry, maxCost, clock.now());
  }

  function extract(call: OperationCall): Extraction {
    const recorder = ending.recorderFor(call);
    return engine.extract({
      source: call.entry.source,
      operation: call.entry.operation,
      request: call.request,
      requestId: call.state.requestId,
      startedAt: call.state.startedAt,
      caller: call.holder.person.id,
      disconnect: call.disconnect,
      ...(call.onProgress && { onProgress: call.onProgress }),
      ...(recorder && { onExchange: recorder.onExchange }),
      onStep: ({ name, from, to, failure, queued }) =>
        call.state.timeline.add(name, from, to, failure ?? undefined, queued),
    });
  }

  /** A place to run in, among as many as this process carries; a job has its own bounds. */
  async function enter(call: OperationCall): Promise<() => void> {
    if (!gate || call.background) return () => {};
    const askedAt = clock.now();
    call.arrived?.();
    const leave = await gate.enter({
      account: call.holder.person.id,
      source: call.entry.source.name,
      arrivedAt: call.state.startedAt,
      deadline: deadlineOf(call),
      signal: call.disconnect,
    });
    call.state.timeline.add("queue", askedAt, clock.now());
    return leave;
  }

  /** Runs a call to its end: all records, settled and charged, or an error and no charge. */
  async function run(call: OperationCall): Promise<RunResult> {
    const leave = await enter(call);
    try {
      return await admitAndRun(call);
    } finally {
      leave();
    }
  }

  async function admitAndRun(call: OperationCall): Promise<RunResult> {
    const cached = await cachedFor(call);
    const hold = await admit(call, cached);
    if ("body" in hold) {
      return { body: hold.body, count: countIn(hold), stats: noStats(), resultId: hold.requestId };
    }
    return cached ? ending.giveCached(call, hold, cached) : askSite(call, hold);
  }

  /**
   * For a picker: what is kept, or what a stand-in says. Neither costs anything, counts in a window or stands in the
   * history, or nobody could type. Null where the site itself would have to be asked.
   */
  async function freeAnswer(call: OperationCall, ofStandIn: boolean): Promise<GoodAnswer | null> {
    const cached = await cachedFor(call);
    if (cached || !ofStandIn) return cached;
    const extraction = extract(call);
    const records = await Array.fromAsync(extraction);
    const body = Buffer.from(JSON.stringify(records));
    const answer = { body, results: records.length, facts: factsOf(extraction), warc: null };
    await lookups?.keep(call, answer);
    return answer;
  }

  /** Runs what was admitted before, here or elsewhere; an answer that somebody was given meanwhile is free here too. */
  async function runHeld(call: OperationCall, hold: Hold): Promise<RunResult> {
    const cached = await cachedFor(call);
    return cached ? ending.giveCached(call, hold, cached) : askSite(call, hold);
  }

  async function askSite(call: OperationCall, hold: Hold): Promise<RunResult> {
    const extraction = extract(call);
    let records: Array<Record<string, unknown>>;
    try {
      records = await Array.fromAsync(extraction);
      call.disconnect.throwIfAborted();
    } catch (error) {
      throw await ending.stop(call, hold, extraction, { error });
    }
    const body = Buffer.from(JSON.stringify(records));
    await ending.succeed(call, hold, extraction, records.length, body);
    return { body, count: records.length, stats: extraction.stats, resultId: call.state.requestId };
  }

  /**
   * Gives records as pages arrive. The charge is settled after the last. A run that fails half-way throws where it
   * stopped; `call-ending.ts` says what it costs.
   */
  async function* stream(call: OperationCall): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const leave = await enter(call);
    try {
      yield* admitAndStream(call);
    } finally {
      leave();
    }
  }

  async function* admitAndStream(call: OperationCall): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const cached = await cachedFor(call);
    const hold = await admit(call, cached);
    if (cached && !("body" in hold)) await ending.giveCached(call, hold, cached);
    const ready = "body" in hold ? hold.body : cached?.body;
    if (ready) {
      yield* JSON.parse(Buffer.from(ready).toString()) as Array<Record<string, unknown>>;
      return;
    }
    yield* askSiteStreaming(call, hold as Hold);
  }

  async function* askSiteStreaming(
    call: OperationCall,
    hold: Hold,
  ): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const extraction = extract(call);
    const taken: Array<Record<string, unknown>> = [];
    let stopped = null as Promise<WinnowError> | null;
    const stop = (error: unknown) => {
      stopped ??= ending.stop(call, hold, extraction, { error, taken });
      return stopped;
    };
    let isDelivering = false;
    // The extraction ends itself, unless it waits for its reader. One who takes nothing would outlive the hold, and pay nothing.
    const callOff = clock.after(Math.max(0, deadlineOf(call) - clock.now()), () => {
      if (isDelivering) stop(new WinnowError("deadline", timedOut(call))).catch(() => {});
    });
    let isDone = false;
    try {
      for await (const record of extraction) {
        // What the source has said so far; the first record comes after it in all of them.
        if (taken.length === 0) call.state.facts = factsOf(extraction);
        taken.push(record);
        isDelivering = true;
        yield record;
        isDelivering = false;
        if (stopped) throw await stopped;
      }
      if (!call.disconnect.aborted) {
        await ending.succeed(call, hold, extraction, taken.length, Buffer.from(JSON.stringify(taken)));
        isDone = true;
      }
    } catch (error) {
      const shown = await stop(error);
      if (!call.disconnect.aborted) throw shown;
    } finally {
      callOff();
      if (!isDone) await stop(CLIENT_LEFT);
    }
  }

  const evidenceOf = (
    { person, key }: { person: Pick<Person, "id">; key: Pick<ApiKey, "sources"> },
    requestId: string,
  ): Promise<Uint8Array | null> =>
    evidence ? evidence.find(person.id, requestId, key.sources) : Promise.resolve(null);

  return {
    registry,
    identify,
    arrive,
    permit,
    readBody,
    costOf,
    quote,
    tellStanding,
    dryRun,
    admit: admitLater,
    run,
    runHeld,
    freeAnswer,
    isFreeToPickers,
    stream,
    evidenceOf,
    logCall: (call: EndedCall) => callLog?.note(call),
    ownerOf: accounts.ownerOf,
  };
}

const timedOut = ({ request }: OperationCall): string => `The request reached its timeout of ${request.timeout} s.`;

const digestOf = (path: string, request: Record<string, unknown>): string =>
  createHash("sha256")
    .update(`${path}\n${JSON.stringify(request)}`)
    .digest("hex");

const countIn = (answer: StoredAnswer): number => (JSON.parse(Buffer.from(answer.body).toString()) as unknown[]).length;
