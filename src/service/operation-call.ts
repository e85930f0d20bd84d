import { type Caller, callerRetention, type Retention } from "../accounts/types.ts";
import type { AnswerFacts } from "../contract/answer-facts.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { ExtractionStats } from "../extraction/types.ts";
import { limits } from "../limits/limits.ts";
import type { AdmissionRequest, EndedRequest, WindowState } from "../metering/types.ts";
import type { CallKind } from "./call-log-types.ts";
import type { Entry } from "./registry.ts";
import { newRequestId } from "./request-id.ts";
import type { SentPart } from "./sent-part.ts";
import { Timeline } from "./timeline.ts";

export type EntryPoint = AdmissionRequest["entryPoint"];

/** The state of a call at any moment. Response headers are built from it, also when the call fails. */
export interface CallState {
  readonly requestId: string;
  readonly startedAt: number;
  /** What the call itself asks for, with `x-retain: none`. `callRetention` knows more. */
  retention: Retention;
  points: number | null;
  windows: WindowState[] | null;
  charged: number;
  /** How its request ended, if this call ended it. */
  ended: EndedRequest | null;
  /** What an interrupted stream with the same Idempotency-Key had sent: this call gives the rest too. */
  sentBefore: SentPart | null;
  replayed: boolean;
  /** The earlier answer that this call gave again. */
  reused: ReusedAnswer | null;
  /** Whether the site's responses were stored for the caller. */
  evidenceKept: boolean;
  /** Facts of the response as far as known; null before there are any. */
  facts: AnswerFacts | null;
  /** What to ask instead, if a stand-in had nothing. */
  hint: string | null;
  /** Warnings about the call itself, independent of its response. */
  readonly warnings: WarningCode[];
  /** The outcome, which tells the log whether the call has its row in the history. */
  kind: CallKind;
  readonly timeline: Timeline;
}

/** State of a call that has just arrived. */
export const newCallState = (now: number, requestId = newRequestId(now), warnings: WarningCode[] = []): CallState => ({
  requestId,
  startedAt: now,
  retention: "usual",
  facts: null,
  hint: null,
  warnings,
  points: null,
  windows: null,
  charged: 0,
  ended: null,
  sentBefore: null,
  replayed: false,
  reused: null,
  evidenceKept: false,
  kind: "refused",
  timeline: new Timeline(now),
});

/** A call whose key, permission and body have been checked. */
export interface OperationCall {
  entry: Entry;
  caller: Caller;
  entryPoint: EntryPoint;
  request: Record<string, unknown>;
  state: CallState;
  disconnect: AbortSignal;
  options: CallOptions;
  /** Free of charge: a lookup at a stand-in, for a picker. */
  isFree?: boolean;
  /** Called when the call asks for its slot, if the limiter already counted it on arrival. */
  arrived?: (() => void) | undefined;
  onProgress?: (stats: ExtractionStats) => void;
  /** For a job: how long its hold lasts. Its records are written with its settlement, since nobody waits for them. */
  background?: {
    holdSeconds: number;
    /** Admitted now and run later: neither waits for an equal call nor is given an answer that may be too old by then. */
    isQueued?: boolean;
  };
  /** A schedule's run: its records are compared with those of the runs before. */
  isCompared?: boolean;
  /** How many records of a stream reached its caller; all that were taken, unless the entry point knows better. */
  sent?: () => number;
}

/** `none` if the call, its key or its account says so: then nothing of it is stored but its charge. */
export const callRetention = ({ state, caller }: Pick<OperationCall, "state" | "caller">): Retention =>
  state.retention === "none" ? "none" : callerRetention(caller);

/** When the call's own `timeout` expires, by the clock. */
export const callDeadline = ({ state, request }: Pick<OperationCall, "state" | "request">): number =>
  state.startedAt + requestTimeout(request) * 1000;

/** In seconds. Every operation has the field, and reading a body fills in its default. */
export const requestTimeout = (request: Record<string, unknown>): number => Number(request.timeout);

/** Abort reason for a run that ends without settling, because its hold now belongs to another worker. */
export class HandedOver extends Error {
  constructor() {
    super("the run belongs to another worker");
    this.name = "HandedOver";
  }
}

/** A transient error: a caller who does not wait for a response retries later, with the same hold. */
export const isPassing = ({ code }: WinnowError): boolean =>
  code === "overloaded" || code === "queue_timeout" || code === "unavailable";

/**
 * What a call takes of earlier responses, in seconds: the age of a lookup's, which all accounts share, that of the account's
 * own, and how much older one may be if the site fails; 0 calls the site. Live is the default: an own answer is given again
 * only to those who say that they take one. A cached response does not know its pages, so a call with provenance takes none.
 */
export function reuseOf({ provenance, no_cache, no_store, max_age, stale_if_error = 0, only_if_cached }: CallOptions) {
  const lookupAge = provenance || no_cache || no_store ? 0 : (max_age ?? Number.POSITIVE_INFINITY);
  const takesOwn = max_age !== undefined || only_if_cached === true;
  return {
    lookupAge,
    ownAge: takesOwn ? Math.min(lookupAge, limits.freshness.max) : 0,
    staleAge: provenance ? 0 : Math.min(stale_if_error, limits.freshness.max),
    isOnlyCached: only_if_cached === true && !provenance,
    /** Whether its response may be given to others, or again. */
    isGiven: !provenance && !no_store,
  };
}

/** An earlier answer of the account, given again: recent enough, or older because the site failed. */
export interface ReusedAnswer {
  state: "hit" | "stale";
  requestId: string;
}

export interface DryRun {
  max_cost: number;
  points: number;
  windows: WindowState[];
}

export interface RunResult {
  /** The records as JSON, as stored and sent. */
  body: Uint8Array;
  count: number;
  stats: ExtractionStats;
  /** The request that collected the records: this one, or the first with its Idempotency-Key. */
  resultId: string;
}
