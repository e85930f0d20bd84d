import type { Clock } from "../base/clock.ts";
import { factsFrom, wholeFacts } from "../contract/answer-facts.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Hold, Metering } from "../metering/types.ts";
import type { GoodAnswer } from "./lookup-cache.ts";
import { callDeadline, isPassing, type OperationCall, reuseOf } from "./operation-call.ts";
import { type OriginOf, questionKey } from "./question.ts";

/** How often a waiting call looks whether the equal one has ended. */
const LOOK_MS = 50;
/** The longest wait for an equal call. Then the site is asked once more: the other may have died. */
const MAX_WAIT_MS = 30_000;
/** Processes may see an end this much later than it is dated. */
const SKEW_MS = 1_000;

interface Dependencies {
  metering: Pick<Metering, "findEqual" | "runsEarlier" | "hasEnded">;
  clock: Clock;
  originOf: OriginOf;
}

export type EarlierAnswers = ReturnType<typeof createEarlierAnswers>;

type Asked = Pick<OperationCall, "entry" | "request" | "caller" | "options">;

/**
 * Gives an account's answer again to an equal request that allows its age (`cache-control`). A call without that header
 * never gets one. Equal calls that allow each other's age ask the site once: the others wait for the first.
 */
export function createEarlierAnswers({ metering, clock, originOf }: Dependencies) {
  const watched = new Map<number, Promise<void>>();
  const equalTo = ({ entry, request, caller }: Asked) => ({
    accountId: caller.account.id,
    endpoint: entry.operation.path,
    question: questionKey(entry, request, originOf),
  });

  async function find(call: Asked, seconds: number, at: number, state: "hit" | "stale"): Promise<GoodAnswer | null> {
    // Evidence is of this call's own pages.
    if (seconds <= 0 || call.options.evidence) return null;
    const found = await metering.findEqual({ ...equalTo(call), since: at - seconds * 1000 });
    if (!found) return null;
    const age = Math.max(0, Math.floor((clock.now() - found.endedAt) / 1000));
    const facts = { ...wholeFacts(factsFrom(found.headers)), age };
    return { body: found.body, results: found.results, facts, warc: null, from: { state, requestId: found.requestId } };
  }

  async function untilEnded(no: number, until: number): Promise<void> {
    while (clock.now() < until && !(await metering.hasEnded(no))) {
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
    }
  }

  return {
    /** By which equal calls find this one's answer; null if it may not be given again. */
    question: (call: OperationCall): string | null =>
      call.options.fault === undefined && reuseOf(call.options).isGiven && call.state.sentBefore === null
        ? equalTo(call).question
        : null,

    /** An answer that is fresh enough for the call. A hold of nothing was admitted for one, and gets it. */
    find: (call: Asked, hold?: Hold): Promise<GoodAnswer | null> =>
      find(call, reuseOf(call.options).ownAge, hold?.amount === 0 ? hold.startedAt : clock.now(), "hit"),

    /** An answer to give instead of a failure of the site, if the caller allows its age. */
    async instead(call: OperationCall, error: unknown): Promise<GoodAnswer | null> {
      const { staleAge, ownAge } = reuseOf(call.options);
      if (staleAge === 0 || !isSiteFailure(error) || call.disconnect.aborted) return null;
      if (call.background && error instanceof WinnowError && isPassing(error)) return null;
      return find(call, ownAge + staleAge, clock.now(), "stale").catch(() => null);
    },

    /** How a call waits for equal ones: at most half of its time. */
    patience(call: OperationCall) {
      const start = clock.now();
      const end = Math.min(start + MAX_WAIT_MS, (start + callDeadline(call)) / 2);
      let waits = reuseOf(call.options).ownAge > 0 && !call.options.evidence;
      const seen = new Set<number>();
      return {
        /** Since when equal calls count; null if the call asks the site whatever others do. */
        since: (): number | null => (waits ? clock.now() - SKEW_MS : null),
        /** Resolves when that request has ended, or the patience. All calls of a process look together. */
        async wait(no: number): Promise<void> {
          // One that has ended, and left no answer for this call, is not waited for again.
          waits = !seen.has(no) && clock.now() < end;
          seen.add(no);
          const looking = watched.get(no) ?? untilEnded(no, end).finally(() => watched.delete(no));
          watched.set(no, looking);
          await looking;
          waits &&= clock.now() < end;
          call.state.timeline.add("queue", start, clock.now());
        },
      };
    },

    /** Whether a call that was admitted long ago should wait: an equal one, admitted before it, has not ended. */
    runsEarlier: async (call: OperationCall, hold: Hold): Promise<boolean> =>
      reuseOf(call.options).ownAge > 0 && (await metering.runsEarlier(equalTo(call), Number(hold.id))),
  };
}

/** The site's own failures, and ours with what it sent. */
const SITE_FAILURES: ReadonlySet<ErrorCode> = new Set([
  "internal",
  "blocked",
  "asked_to_wait",
  "not_responding",
  "unreadable",
  "source_unavailable",
  "deadline",
  "queue_timeout",
]);

const isSiteFailure = (error: unknown): boolean =>
  SITE_FAILURES.has(error instanceof WinnowError ? error.code : "internal");
