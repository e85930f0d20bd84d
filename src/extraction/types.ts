import type { CallOptions } from "../contract/call-options.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { Findings, ResultsEnd } from "../contract/findings.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import type { Politeness, Source } from "../contract/source.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { LimiterState, QueuePosition } from "./governor/governor.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { RobotsRule } from "./robots.ts";
import type { RouteReport } from "./routes/route-rotation.ts";

export interface ExtractionRequest {
  source: Source;
  operation: Operation;
  /** The parsed body, including `timeout` and `count`. */
  request: Record<string, unknown>;
  requestId: string;
  /** When the caller's `timeout` began, in clock time; now by default. Admission counts towards it. */
  startedAt?: number;
  /** The account that waits for it: the governor is fair among callers. */
  caller: string;
  /** Aborted when the client disconnects. */
  disconnect: AbortSignal;
  /** A canary, which runs even if the source is held back. */
  probe?: boolean;
  /** Its records will be compared with earlier ones, so that its values have to be judged. */
  isCompared?: boolean;
  options?: CallOptions;
  onProgress?: (progress: ExtractionStats) => void;
  /** Called for each step of the run, with its duration. */
  onStep?: (step: RunStep) => void;
  /** Its pages are wanted if it ends well (`Extraction.pages`). */
  keepsPages?: boolean;
  /** Nothing of its request and its pages is reported, logged or kept. */
  leavesNoTrace?: boolean;
  /** Records the run, which then requests every page in full. */
  recorder?: Recorder | undefined;
}

/** One step of a run, in clock time: waiting for the site's permit, an exchange, or reading its response. */
export interface RunStep {
  name: "permit" | "page" | "parse";
  from: number;
  to: number;
  /** The code of the failure; null for a success. */
  failure: string | null;
  /** For a permit: its position in the queue when it began to wait. */
  queued?: QueuePosition;
}

/** A finished exchange with a site, successful or not. */
export interface ExchangeReport {
  source: string;
  operation: string;
  route: string;
  /** `ok`, or the code of the failure. */
  outcome: "ok" | ErrorCode;
  ms: number;
  bytes: number;
}

/** A finished run; a run whose client disconnected does not count. */
export interface RunReport {
  source: Source;
  operation: Operation;
  request: Record<string, unknown>;
  requestId: string;
  caller: string;
  ms: number;
  stats: ExtractionStats;
  findings: Findings;
  /** The first of its records, at most `SAMPLED_RECORDS`; null if nobody requested them. */
  sample: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
  /** Its pages, if it was sampled or recorded. They are lost once it has ended, unless the verdict doubts them. */
  recorder: Recorder | null;
  /** Null for a success. */
  error: WinnowError | null;
}

/** A response that was passed to a reader, and whether it was understood. */
export interface ReadingReport {
  source: Source;
  operation: Operation;
  request: Record<string, unknown>;
  caller: string;
  answer: Answer;
  /** Null if it was understood. */
  unreadable: string | null;
  /** The name under which an unreadable response is kept. */
  keptAs: string | null;
}

/** Warnings for the caller about suspicious records. */
export interface Verdict {
  /** The records are not what they were: the run's pages are kept, even if nobody is warned yet. */
  isDoubtful: boolean;
  warnings: WarningCode[];
  /** Why the records must not be returned; null if they may be. */
  error: WinnowError | null;
}

/** Observes the engine. Each function must be quick and must not throw. */
export interface EngineObserver {
  /** Whether to keep some of the run's records for the report; called before it begins. */
  wantsSample?(call: Pick<ExtractionRequest, "operation" | "caller" | "isCompared">): boolean;
  /** Called when all records have arrived, before the run is reported as a success. */
  verdict?(report: RunReport): Verdict | null;
  /** A site's limit admitted a request after this wait. */
  siteGrant?(report: { source: string; waitedMs: number }): void;
  /** Calls are waiting for a site, and no process was granted a start for ten seconds. */
  siteStall?(report: { source: string }): void;
  exchange?(report: ExchangeReport): void;
  /** A response was recognised as a wall, by this sign. */
  wall?(report: { source: string; operation: string; route: string; sign: string }): void;
  reading?(report: ReadingReport): void;
  run?(report: RunReport): void;
}

export interface ExtractionStats {
  pages: number;
  records: number;
  retries: number;
  bytes: number;
}

/**
 * One run of an operation: yields records in the site's order, cut at `count`, and stops at the deadline. It ends normally
 * or throws a `WinnowError` for the caller (408 at the deadline, 412, 422, 500).
 */
export interface Extraction extends AsyncIterable<Record<string, unknown>> {
  /** Whether a stand-in is read. */
  readonly isStandIn: boolean;
  readonly stats: ExtractionStats;
  readonly findings: Findings;
  /** Why the records ended; null until then. */
  readonly resultsEnd: ResultsEnd | null;
  /** The pages of a run whose records are doubtful; null for others. */
  readonly doubtfulPages: Recorder | null;
  /** The pages of a run that ended well, if the call asked for them. Whoever takes them frees them. */
  readonly pages: Recorder | null;
}

export interface SourceHealth {
  source: string;
  state: "ok" | "degraded" | "down";
  /** Over the last runs. */
  ok: number;
  failed: number;
  lastError: string | null;
  lastErrorAt: number | null;
  breakerOpen: boolean;
  /** Current limits: the manifest's, stricter ones at a live site, or the operator's. */
  politeness: Politeness;
  robots: "honour" | "ignore";
  /** How the owner of the site has asked us to stop; null if not. */
  stopped: string | null;
  /** The routes in their order: whether each is cooling down after a block, what it costs and achieves. */
  routes: RouteReport[];
  limiter: LimiterState;
}

export interface Engine {
  extract(request: ExtractionRequest): Extraction;
  health(): SourceHealth[];
  /** Until when each paused source asks to wait, in all processes. */
  pauses(): Promise<Map<string, number>>;
  /** Ends the pause of a source, in all processes. */
  resume(source: string): Promise<void>;
  /** What the site's robots.txt says about a request, fetched by its first route. */
  robotsRuleOf(source: string, request: SiteRequest): Promise<RobotsRule>;
  close(): Promise<void>;
}

/** Log lines for the operator, in pino's shape. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
