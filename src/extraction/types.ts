import type { ErrorCode } from "../contract/catalogue.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { Findings, ResultsEnd } from "../contract/findings.ts";
import type { Operation } from "../contract/operation.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import type { Politeness, Source } from "../contract/source.ts";
import type { WarningCode } from "../contract/warnings.ts";
import type { LimiterState, QueuePlace } from "./governor/governor.ts";
import type { RecordedExchange } from "./recording/recording.ts";
import type { RobotsRule } from "./robots.ts";

export interface ExtractionRequest {
  source: Source;
  operation: Operation;
  /** The body as read; `timeout` and `count` are taken from it. */
  request: Record<string, unknown>;
  requestId: string;
  /** When the caller's `timeout` began, by the clock; now unless given. Being let in takes time out of it too. */
  startedAt?: number;
  /** Who waits for it: the governor is fair between callers. */
  caller: string;
  /** Aborted when the client disconnects. */
  disconnect: AbortSignal;
  /** A canary: it runs although the source is held back. */
  probe?: boolean;
  onProgress?: (progress: ExtractionStats) => void;
  /** Called for each step of the run, with the time it took. */
  onStep?: (step: RunStep) => void;
  /** Called for every exchange that was answered: recordings are made of these. */
  onExchange?: (exchange: Omit<RecordedExchange, "at">) => void;
}

/** One step of a run, by the clock: waiting for the site's permit, an exchange with it, reading what it answered. */
export interface RunStep {
  name: "permit" | "page" | "parse";
  from: number;
  to: number;
  /** The code of the failure; null where it went well. */
  failure: string | null;
  /** For a permit: its place in the queue when it began to wait. */
  queued?: QueuePlace;
}

/** One exchange with a site that has ended, well or not. */
export interface ExchangeReport {
  source: string;
  operation: string;
  route: string;
  /** `ok`, or the code of the failure. */
  outcome: "ok" | ErrorCode;
  ms: number;
  bytes: number;
}

/** A run that has come to its end; one whose client disconnected is none. */
export interface RunReport {
  source: Source;
  operation: Operation;
  request: Record<string, unknown>;
  requestId: string;
  caller: string;
  ms: number;
  stats: ExtractionStats;
  findings: Findings;
  /** The first of its records, at most `SAMPLED_RECORDS`; null where nobody wanted them. */
  sample: ReadonlyArray<Readonly<Record<string, unknown>>> | null;
  /** Null where it went well. */
  error: WinnowError | null;
}

/** A response that a reader was given: understood, or not. */
export interface ReadingReport {
  source: Source;
  operation: Operation;
  request: Record<string, unknown>;
  caller: string;
  answer: Answer;
  /** Null where it was understood. */
  unreadable: string | null;
  /** The name under which an unreadable response is kept. */
  keptAs: string | null;
}

/** Warnings for the caller about records that do not look as they should. */
export interface Verdict {
  warnings: WarningCode[];
  /** The records are not fit to be given; null where they are. */
  error: WinnowError | null;
}

/** Watches what the engine does. Each function must be quick and must not throw. */
export interface EngineObserver {
  /** Whether some of the run's records are to be kept for the report; asked before it begins. */
  wantsSample?(asked: Pick<ExtractionRequest, "operation" | "caller">): boolean;
  /** Called when all records are there, before the run is reported as a success. */
  verdict?(report: RunReport): Verdict | null;
  /** A site's limit let a request start, after so long. */
  siteGrant?(report: { source: string; waitedMs: number }): void;
  /** Calls wait for a site, and nobody was granted a start for ten seconds. */
  siteStall?(report: { source: string }): void;
  exchange?(report: ExchangeReport): void;
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
 * One run of an operation: records in the site's order, cut at `count`, stopped at the deadline. It ends by
 * itself, or throws a `WinnowError` that is ready for the caller (408 at the deadline, 412, 422, 500).
 */
export interface Extraction extends AsyncIterable<Record<string, unknown>> {
  readonly stats: ExtractionStats;
  readonly findings: Findings;
  /** Why the records ended; null while they have not. */
  readonly resultsEnd: ResultsEnd | null;
}

export interface SourceHealth {
  source: string;
  state: "ok" | "degraded" | "down";
  /** Of the last runs. */
  ok: number;
  failed: number;
  lastError: string | null;
  lastErrorAt: number | null;
  breakerOpen: boolean;
  /** In force: the manifest's, more careful at a live site, or what the operator has set. */
  politeness: Politeness;
  robots: "honour" | "ignore";
  /** The ways out, and whether each is cooling down after a block. */
  routes: Array<{ name: string; cooling: boolean }>;
  limiter: LimiterState;
}

export interface Engine {
  extract(request: ExtractionRequest): Extraction;
  health(): SourceHealth[];
  /** What the site's robots.txt says about a request, by its first route. */
  robotsRuleOf(source: string, request: SiteRequest): Promise<RobotsRule>;
  close(): Promise<void>;
}

/** Lines for the operator; pino's shape. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
