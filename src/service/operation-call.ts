import type { KeyHolder } from "../accounts/types.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { AnswerFacts } from "../contract/findings.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { ExtractionStats } from "../extraction/types.ts";
import type { AdmissionRequest, WindowState } from "../metering/types.ts";
import type { CallKind } from "./call-log-types.ts";
import type { Entry } from "./registry.ts";
import { newRequestId } from "./request-id.ts";
import { Timeline } from "./timeline.ts";

export type EntryPoint = AdmissionRequest["entryPoint"];

/** What is known of a call at any moment: the headers of its answer are made from this, also when it fails. */
export interface CallState {
  readonly requestId: string;
  readonly startedAt: number;
  points: number | null;
  windows: WindowState[] | null;
  charged: number;
  replayed: boolean;
  /** What the site answered was kept for the caller. */
  evidenceKept: boolean;
  /** What the answer says about itself, as far as it is known; null before there is any. */
  facts: AnswerFacts | null;
  /** About the call itself, whatever its answer. */
  readonly warnings: WarningCode[];
  /** What became of it: how the log tells it from calls that have their row in the history. */
  kind: CallKind;
  readonly timeline: Timeline;
}

/** A call that has just come in. */
export const newCallState = (now: number, requestId = newRequestId(now), warnings: WarningCode[] = []): CallState => ({
  requestId,
  startedAt: now,
  facts: null,
  warnings,
  points: null,
  windows: null,
  charged: 0,
  replayed: false,
  evidenceKept: false,
  kind: "refused",
  timeline: new Timeline(now),
});

/** A call whose key, permission and body are settled. */
export interface OperationCall {
  entry: Entry;
  holder: KeyHolder;
  entryPoint: EntryPoint;
  request: Record<string, unknown>;
  state: CallState;
  disconnect: AbortSignal;
  /** `x-max-cost`. */
  maxCost?: number | null;
  idempotencyKey?: string | null;
  /** `x-evidence: keep`: what the site answers is kept for the caller. */
  keepEvidence?: boolean;
  /** `cache-control`. */
  cache?: CachePreference | undefined;
  /** Costs nothing: a lookup for a picker, of a stand-in. */
  isFree?: boolean;
  /** Called when the call asks for its place, where the gate counted it as being read. */
  arrived?: (() => void) | undefined;
  onProgress?: (stats: ExtractionStats) => void;
  /** A job: its hold lasts so long, and its records are written with its settlement, since nobody waits for them. */
  background?: { holdSeconds: number };
  /** `partial=keep`: a job that reaches its deadline keeps the records that it has, and they are charged. */
  keepPartial?: boolean;
  /** How many records of a stream its caller gets; all that were taken, unless the entry point knows better. */
  sent?: () => number;
}

/** When the call's own `timeout` is over, by the clock. */
export const deadlineOf = ({ state, request }: Pick<OperationCall, "state" | "request">): number =>
  state.startedAt + timeoutOf(request) * 1000;

/** In seconds; every operation has the field, and reading a body fills in its default. */
export const timeoutOf = (request: Record<string, unknown>): number => Number(request.timeout);

/** The reason of a `disconnect` that ends a run without settling it: its hold belongs to somebody else now. */
export class HandedOver extends Error {
  constructor() {
    super("the run belongs to another worker");
    this.name = "HandedOver";
  }
}

/** Trouble that passes by itself: whoever is not waiting for an answer tries again later, with the same hold. */
export const isPassing = ({ code }: WinnowError): boolean =>
  code === "overloaded" || code === "queue_timeout" || code === "unavailable";

/** What a caller wants of answers that are kept: RFC 9111's request directives. */
export interface CachePreference {
  /** The oldest that will do, in seconds; 0 asks the site. */
  maxAge: number;
  /** Whether this answer may be kept for the next who asks. */
  store: boolean;
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
  /** The request that the records were gathered for: this one, or the first with its Idempotency-Key. */
  resultId: string;
}
