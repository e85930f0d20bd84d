import type { Clock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Engine, Extraction } from "../extraction/types.ts";
import type { Hold } from "../metering/types.ts";
import { answerFacts, CLIENT_LEFT, type createCallEnding } from "./call-ending.ts";
import type { EarlierAnswers } from "./earlier-answers.ts";
import type { callStores } from "./kept-of-a-call.ts";
import { callDeadline, callRetention, type OperationCall, type RunResult } from "./operation-call.ts";
import { continued } from "./sent-part.ts";
import { standInHint, withStandInHint } from "./stand-in-hint.ts";

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

  async function askSite(call: OperationCall, hold: Hold): Promise<RunResult> {
    const extraction = extract(call);
    const records: Array<Record<string, unknown>> = [];
    try {
      for await (const record of recordsOf(call, extraction)) records.push(record);
      call.disconnect.throwIfAborted();
    } catch (error) {
      const older = await earlier.instead(call, error);
      if (older) return ending.serveCached(call, hold, older);
      const shown = await ending.stop(call, hold, extraction, { error, taken: call.options.partial ? records : [] });
      throw withStandInHint(shown, call.entry.operation, extraction.isStandIn);
    }
    if (records.length === 0 && extraction.isStandIn) call.state.hint = standInHint(call.entry.operation);
    const body = Buffer.from(JSON.stringify(records));
    await ending.succeed(call, hold, extraction, records.length, body);
    return { body, count: records.length, stats: extraction.stats, resultId: call.state.requestId };
  }

  async function* askSiteStreaming(
    call: OperationCall,
    hold: Hold,
  ): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const extraction = extract(call);
    const taken: Array<Record<string, unknown>> = [];
    const ended: { by?: Promise<WinnowError> } = {};
    const stop = (error: unknown) => (ended.by ??= ending.stop(call, hold, extraction, { error, taken }));
    let isDelivering = false;
    // The extraction stops itself, unless it is waiting for its reader. A reader that takes nothing would outlive the hold
    // and pay nothing.
    const callOff = clock.after(Math.max(0, callDeadline(call) - clock.now()), () => {
      if (isDelivering) stop(new WinnowError("deadline", timedOut(call))).catch(() => {});
    });
    let isDone = false;
    try {
      for await (const record of recordsOf(call, extraction)) {
        // The facts known so far; in all sources they precede the first record.
        if (taken.length === 0) call.state.facts = answerFacts(extraction);
        taken.push(record);
        isDelivering = true;
        yield record;
        isDelivering = false;
        if (ended.by) throw await ended.by;
      }
      if (!call.disconnect.aborted) {
        await ending.succeed(call, hold, extraction, taken.length, Buffer.from(JSON.stringify(taken)));
        isDone = true;
      }
    } catch (error) {
      const older = taken.length === 0 && !ended.by ? await earlier.instead(call, error) : null;
      if (older) {
        await ending.serveCached(call, hold, older);
        isDone = true;
        yield* JSON.parse(Buffer.from(older.body).toString());
        return;
      }
      const shown = await stop(error);
      if (!call.disconnect.aborted) throw shown;
    } finally {
      callOff();
      if (!isDone) await stop(CLIENT_LEFT);
    }
  }

  return { extract, askSite, askSiteStreaming };
}

const recordsOf = ({ entry: { operation }, request, state }: OperationCall, extraction: Extraction) =>
  state.sentBefore === null
    ? extraction
    : continued(state.sentBefore, extraction, { operation, count: Number(request.count ?? Number.POSITIVE_INFINITY) });

const timedOut = ({ request }: OperationCall): string => `The request reached its timeout of ${request.timeout} s.`;
