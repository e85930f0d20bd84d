import type { Clock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Engine, Extraction } from "../extraction/types.ts";
import type { Hold } from "../metering/types.ts";
import { answerFacts, CLIENT_LEFT, type createCallEnding } from "./call-ending.ts";
import type { EarlierAnswers } from "./earlier-answers.ts";
import type { callStores } from "./kept-of-a-call.ts";
import { callDeadline, callRetention, type OperationCall, type RunResult } from "./operation-call.ts";
import { continued } from "./sent-part.ts";

interface Dependencies {
  engine: Pick<Engine, "extract">;
  practice: Pick<Engine, "extract">;
  ending: ReturnType<typeof createCallEnding>;
  earlier: EarlierAnswers;
  stores: ReturnType<typeof callStores>;
  clock: Clock;
}

/** Fetches an admitted call's records from the site and ends the call accordingly. */
export function createSiteRuns({ engine, practice, ending, earlier, stores, clock }: Dependencies) {
  function extract(call: OperationCall): Extraction {
    const extraction = (call.caller.key.mode === "test" ? practice : engine).extract({
      source: call.entry.source,
      operation: call.entry.operation,
      request: call.request,
      requestId: call.state.requestId,
      startedAt: call.state.startedAt,
      caller: call.caller.account.id,
      disconnect: call.disconnect,
      isCompared: call.isCompared ?? false,
      options: call.options,
      ...(call.onProgress && { onProgress: call.onProgress }),
      keepsPages: stores(call).pages.wants(),
      leavesNoTrace: callRetention(call) === "none",
      recorder: ending.recorderFor(call),
      onStep: ({ name, from, to, failure, queued }) =>
        call.state.timeline.add(name, from, to, failure ?? undefined, queued),
    });
    // An error of a stand-in says so too.
    call.state.facts = answerFacts(extraction);
    return extraction;
  }

  /**
   * Yields the records of an admitted call as pages arrive, and returns its answer, which may be an earlier one instead. Of a
   * whole call nobody has anything before its end. The caller of a stream pays for what was sent, and has left if it is null.
   */
  async function* askSite(call: OperationCall, hold: Hold, isWhole: boolean): AsyncGenerator<Rec, RunResult | null> {
    const extraction = extract(call);
    const taken: Rec[] = [];
    const ended: { by?: Promise<WinnowError> } = {};
    const paid = isWhole && !call.options.partial ? [] : taken;
    const stop = (error: unknown) => (ended.by ??= ending.stop(call, hold, extraction, { error, taken: paid }));
    let isDelivering = false;
    // The extraction stops itself, unless it is waiting for its reader. A reader that takes nothing would outlive the hold
    // and pay nothing.
    const callOff = clock.after(Math.max(0, callDeadline(call) - clock.now()), () => {
      if (isDelivering) stop(new WinnowError("deadline", timedOut(call))).catch(() => {});
    });
    let isRead = false;
    try {
      for await (const record of recordsOf(call, extraction)) {
        // The facts known so far; in all sources they precede the first record.
        if (taken.length === 0 && !isWhole) call.state.facts = answerFacts(extraction);
        taken.push(record);
        isDelivering = true;
        yield record;
        isDelivering = false;
        if (ended.by) throw await ended.by;
      }
      call.disconnect.throwIfAborted();
      isRead = true;
    } catch (error) {
      const isUnseen = isWhole || (taken.length === 0 && !ended.by);
      const older = isUnseen ? await earlier.instead(call, error) : null;
      isRead = older !== null;
      if (older) {
        const answer = await ending.serveCached(call, hold, older);
        if (!isWhole) yield* recordsIn(answer.body);
        return answer;
      }
      const shown = await stop(error);
      if (!call.disconnect.aborted || isWhole) throw withStandInHint(shown, call.entry.operation, extraction.isStandIn);
      return null;
    } finally {
      callOff();
      if (!isRead) await stop(CLIENT_LEFT);
    }
    if (taken.length === 0 && extraction.isStandIn) call.state.hint = standInHint(call.entry.operation);
    const body = Buffer.from(JSON.stringify(taken));
    await ending.succeed(call, hold, extraction, taken.length, body);
    return { body, count: taken.length, stats: extraction.stats, resultId: call.state.requestId };
  }

  return { extract, askSite };
}

export type Rec = Record<string, unknown>;

/** Runs a whole call to its end. */
export async function answerOf(records: AsyncGenerator<Rec, RunResult | null>): Promise<RunResult> {
  for (;;) {
    const { done, value } = await records.next();
    if (done) return value!;
  }
}

export const recordsIn = (body: Uint8Array): Rec[] => JSON.parse(Buffer.from(body).toString());

const recordsOf = ({ entry: { operation }, request, state }: OperationCall, extraction: Extraction) =>
  state.sentBefore === null
    ? extraction
    : continued(state.sentBefore, extraction, { operation, count: Number(request.count ?? Number.POSITIVE_INFINITY) });

const timedOut = ({ request }: OperationCall): string => `The request reached its timeout of ${request.timeout} s.`;

/** What works at a stand-in, for a caller who found nothing there: the texts of the operation's own examples. */
function standInHint({ examples }: Pick<Operation, "examples">): string {
  const texts = examples.flatMap((one) => Object.values(one).find((value) => typeof value === "string") ?? []);
  const known = [...new Set(texts)].map((text) => JSON.stringify(text)).join(", ");
  return `A stand-in makes these records up. It has some for ${known}.`;
}

/** The same error, with that hint if a stand-in knows no such thing. */
const withStandInHint = (error: WinnowError, operation: Operation, isStandIn: boolean): WinnowError =>
  isStandIn && error.code === "no_such_thing" && error.hint === null
    ? new WinnowError(error.code, error.detail, { headers: error.headers, hint: standInHint(operation), cause: error })
    : error;
