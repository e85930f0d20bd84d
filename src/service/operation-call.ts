import { type Caller, callerRetention, type Retention } from "../accounts/types.ts";
import type { AnswerFacts } from "../contract/answer-facts.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { PracticeFault } from "../contract/practice-faults.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { ExtractionStats } from "../extraction/types.ts";
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
  /** `x-max-cost`. */
  maxCost?: number | null;
  idempotencyKey?: string | null;
  /** `x-evidence: keep`: the site's responses are stored for the caller. */
  keepEvidence?: boolean;
  /** `?provenance=true` or `x-provenance: true`: records say where their values come from. */
  provenance?: boolean;
  /** `cache-control`. */
  cache?: CachePreference | undefined;
  /** `x-tag`, as stored. */
  tags?: string | null;
  /** `x-fault`: what goes wrong in a call of a test key. */
  fault?: PracticeFault | undefined;
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
  /** `partial=keep`: a job that reaches its deadline keeps its partial records, and they are charged. */
  keepPartial?: boolean;
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

/** A caller's requirements for cached responses: RFC 9111's request directives, and RFC 5861's. */
export interface CachePreference {
  /** The maximum age in seconds of a lookup's response, which all accounts share; 0 calls the site. */
  maxAge: number;
  /** Whether this response may be given to others, or again. */
  store: boolean;
  /** The maximum age in seconds of the account's own answer to an equal request; without it the site is called. */
  fresh?: number;
  /** How much older such an answer may be if the site fails. */
  staleIfError?: number;
  /** Never calls the site. */
  onlyIfCached?: boolean;
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
