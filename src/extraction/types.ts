import type { Findings, ResultsEnd } from "../contract/findings.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";

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
  onProgress?: (progress: ExtractionStats) => void;
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
}

export interface Engine {
  extract(request: ExtractionRequest): Extraction;
  health(): SourceHealth[];
  close(): Promise<void>;
}

/** Lines for the operator; pino's shape. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
