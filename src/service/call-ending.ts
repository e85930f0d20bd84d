import type { Clock } from "../base/clock.ts";
import { type AnswerFacts, factHeaders, wholeFacts } from "../contract/answer-facts.ts";
import { WinnowError } from "../contract/errors.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import type { Extraction } from "../extraction/types.ts";
import type { Hold, Metering, Outcome, StoredAnswer } from "../metering/types.ts";
import { errorText } from "./error-text.ts";
import type { callStores } from "./kept-of-a-call.ts";
import type { GoodAnswer } from "./lookup-cache.ts";
import { HandedOver, isPassing, type OperationCall, type RunResult, reuseOf } from "./operation-call.ts";
import { partHeaders, remainingPrice } from "./sent-part.ts";

interface Dependencies {
  metering: Pick<Metering, "settle">;
  stores: ReturnType<typeof callStores>;
  clock: Clock;
}

/** Stops a stream whose client has disconnected. */
export const CLIENT_LEFT = new WinnowError("deadline", "Client disconnected.");
const DEADLINE = 408;
const AT_SOURCE = 412;

/** Ends admitted calls: each way settles its hold once and stores what is kept of the call. */
export function createCallEnding({ metering, stores, clock }: Dependencies) {
  const recorders = new WeakMap<OperationCall, Recorder>();

  /** What is kept of a call without being asked: the pages of one that warns of its values. */
  const warnedPages = ({ findings, doubtfulPages }: Extraction): Recorder | null =>
    findings.warnings.some((code) => code.startsWith("drift:")) ? doubtfulPages : null;

  const heardIn = (call: OperationCall, extraction: Extraction): Recorder | null =>
    recorders.get(call) ?? warnedPages(extraction);

  /** Stores the site's responses. A failure here never changes the outcome of the call. */
  async function keepEvidence(call: OperationCall, heard: Recorder | Uint8Array | null): Promise<Uint8Array | null> {
    recorders.delete(call);
    if (!heard) return null;
    const { evidence, log } = stores(call);
    try {
      const warc = await evidence.keep(call, heard);
      call.state.evidenceKept = warc !== null;
      return warc;
    } catch (error) {
      log.error({ requestId: call.state.requestId, err: error }, "the evidence of a call could not be kept");
      return null;
    }
  }

  /** Returns a recorder for a call that requested evidence. */
  function recorderFor(call: OperationCall): Recorder | undefined {
    const recorder = call.options.evidence ? stores(call).evidence.recorder(call) : undefined;
    if (recorder) recorders.set(call, recorder);
    return recorder;
  }

  async function settle({ state }: OperationCall, hold: Hold, outcome: Outcome): Promise<void> {
    const askedAt = clock.now();
    const settled = await metering.settle(hold, outcome);
    state.timeline.add("settle", askedAt, clock.now());
    state.ended = settled.ended;
    state.points = settled.points;
    if (!outcome.facts) return;
    state.charged = settled.charged;
    state.facts = outcome.facts;
  }

  /**
   * Ends a run that did not finish. A caller who ends it, by disconnecting or by the requested deadline, pays for the
   * records sent. A failure of the source or of Winnow is free, and its evidence is kept. No evidence is kept of a call
   * that the caller ended or that was invalid (422): it would be pages of records for free.
   */
  async function stop(
    call: OperationCall,
    hold: Hold,
    extraction: Extraction,
    { error, taken }: { error: unknown; taken: Array<Record<string, unknown>> },
  ): Promise<WinnowError> {
    const left = error === CLIENT_LEFT || call.disconnect.aborted;
    if (left && call.disconnect.reason instanceof HandedOver) throw call.disconnect.reason;
    const shown = error instanceof WinnowError ? error : new WinnowError("internal", undefined, { cause: error });
    if (!left && call.background && isPassing(shown)) {
      recorders.delete(call);
      throw shown;
    }
    const isCallersOwn = left || shown.status === DEADLINE;
    const isKept = !left && (shown.status === AT_SOURCE || shown.status >= 500);
    await keepEvidence(call, isKept ? heardIn(call, extraction) : null);
    const sent = isCallersOwn ? taken.slice(0, call.sent?.() ?? taken.length) : [];
    if (sent.length > (call.state.sentBefore?.records.length ?? 0)) {
      await settleSent(call, hold, extraction, { sent, left });
      const detail = `${errorText(shown)} ${sentAndCharged(call, sent.length)}`;
      return left ? shown : new WinnowError(shown.code, detail, { headers: shown.headers });
    }
    if (!left && shown.status >= 500) {
      const { log } = stores(call);
      log.error({ requestId: call.state.requestId, endpoint: call.entry.operation.path, err: error }, shown.message);
    }
    await settle(call, hold, {
      status: left ? 499 : shown.status,
      cost: 0,
      results: 0,
      errorText: left ? "Client disconnected before the answer." : errorText(shown),
      upstreamPages: extraction.stats.pages,
      answer: null,
    });
    return shown;
  }

  /** Charges the records sent by a stream, or kept by a job, and stores them. Such a part never becomes a response. */
  async function settleSent(
    call: OperationCall,
    hold: Hold,
    extraction: Extraction,
    { sent, left }: { sent: Array<Record<string, unknown>>; left: boolean },
  ): Promise<void> {
    const found = factsFor(call, extraction);
    const warnings: WarningCode[] = [...found.warnings, endedBy(call, left)];
    const facts: AnswerFacts = { ...found, resultsEnd: null, warnings };
    const why = left ? "Client disconnected." : "The request reached its timeout.";
    const cost = costOf(call, sent.length);
    const part = partHeaders((call.state.sentBefore?.charged ?? 0) + cost);
    await settle(call, hold, {
      status: 200,
      cost,
      results: sent.length,
      errorText: `${why} ${sentAndCharged(call, sent.length)}`,
      upstreamPages: extraction.stats.pages,
      facts,
      answer: keptAnswer(facts, Buffer.from(JSON.stringify(sent)), part),
      durable: call.background !== undefined,
    });
  }

  async function succeed(call: OperationCall, hold: Hold, extraction: Extraction, count: number, body: Uint8Array) {
    const facts = wholeFacts(factsFor(call, extraction));
    const warc = await keepEvidence(call, heardIn(call, extraction));
    const answer = { body, results: count, facts, warc };
    const { pages, lookups, log } = stores(call);
    await settleGood(call, hold, answer, { cost: costOf(call, count), pages: extraction.stats.pages });
    pages.keep(call, hold, extraction);
    // Records that were sent before may be a day old.
    if (call.state.sentBefore) return;
    await lookups.keep(call, answer).catch((error: unknown) => {
      log.error({ requestId: call.state.requestId, err: error }, "the response of a lookup could not be cached");
    });
  }

  async function settleGood(
    call: OperationCall,
    hold: Hold,
    { body, results, facts, from }: GoodAnswer,
    { cost, pages }: { cost: number; pages: number },
  ): Promise<void> {
    await settle(call, hold, {
      status: 200,
      cost,
      results,
      errorText: null,
      upstreamPages: pages,
      facts,
      answer: from && !isReadLater(call) ? null : keptAnswer(facts, body),
      // Equal calls that wait for it must find it as soon as it is charged.
      durable: call.background !== undefined || reuseOf(call.options).ownAge > 0,
    });
    call.state.reused = from ?? null;
  }

  /** Responds from the cache: the site is not called, and nothing is charged. */
  async function serveCached(call: OperationCall, hold: Hold, cached: GoodAnswer): Promise<RunResult> {
    await keepEvidence(call, call.options.evidence ? cached.warc : null);
    await settleGood(call, hold, cached, { cost: 0, pages: 0 });
    const resultId = cached.from?.requestId ?? call.state.requestId;
    return { body: cached.body, count: cached.results, stats: noStats(), resultId };
  }

  return { recorderFor, stop, succeed, serveCached };
}

/** An answer that is given again is stored already, under its first request; it is copied only if this one is read. */
const isReadLater = ({ options, background }: OperationCall): boolean =>
  background !== undefined || options.idempotency_key !== undefined;

function endedBy({ background }: OperationCall, left: boolean): WarningCode {
  if (left) return "stream_left";
  return background ? "partial" : "stream_timed_out";
}

function sentAndCharged({ background }: OperationCall, count: number): string {
  const done = background ? "gathered" : "sent";
  return count === 1
    ? `1 record had been ${done} and is charged.`
    : `${count} records had been ${done} and are charged.`;
}

const costOf = (call: OperationCall, results: number): number =>
  call.isFree ? 0 : remainingPrice(call.entry.operation.price.of(results), call);

function factsFor({ state: { sentBefore } }: OperationCall, extraction: Extraction): AnswerFacts {
  const facts = answerFacts(extraction);
  return sentBefore ? { ...facts, warnings: [...facts.warnings, `continued:${sentBefore.charged}`] } : facts;
}

export const answerFacts = ({
  resultsEnd,
  isStandIn,
  findings: { total, resolved, warnings },
}: Extraction): AnswerFacts => ({
  resultsEnd,
  resultsTotal: total,
  resolved,
  warnings: [...warnings],
  age: null,
  standIn: isStandIn || null,
  recalled: null,
});

export const noStats = (): Extraction["stats"] => ({ pages: 0, records: 0, retries: 0, bytes: 0 });

const keptAnswer = (facts: AnswerFacts, body: Uint8Array, more: Record<string, string> = {}): StoredAnswer => ({
  status: 200,
  headers: { "content-type": "application/json", ...factHeaders(facts), ...more },
  body,
});
