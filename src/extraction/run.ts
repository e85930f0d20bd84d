import type { Clock } from "../base/clock.ts";
import { makeSafe } from "../base/safe-text.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import { SourceError, WinnowError } from "../contract/errors.ts";
import { type Findings, noFindings, type ResultsEnd } from "../contract/findings.ts";
import type { Page } from "../contract/page.ts";
import { PROVENANCE, provenanceView } from "../contract/provenance-view.ts";
import type { RunProgress } from "../contract/site.ts";
import { until } from "./abort.ts";
import type { HealthRecord } from "./health.ts";
import { createRecorder, type Recorder } from "./recording/recorder.ts";
import { BreakerOpen } from "./retry.ts";
import { RunAccount } from "./row-accounting.ts";
import type { EngineObserver, Extraction, ExtractionRequest, ExtractionStats, Log, RunReport } from "./types.ts";

export interface RunDeps {
  clock: Clock;
  log: Log;
  health: HealthRecord;
  observer: EngineObserver;
  /** Why the source is held back; null if it is not. */
  refusal(): WinnowError | null;
  /** The actual address of one of the source's origins. */
  originOf(name: string): string;
  isStandIn: boolean;
  /** The address that records have in place of a stand-in's own; null for a live site. */
  shownAt: string | null;
  open(run: OpenRun): OpenedRun;
}

const EXPECTED: readonly ErrorCode[] = ["bad_request", "validation", "no_such_thing", "asked_to_wait", "queue_timeout"];

/** The caller's own mistake, or a wait that a line of its own has announced: each call has a line that says how it ended. */
const isExpected = ({ code }: WinnowError): boolean => EXPECTED.includes(code);

export interface OpenedRun {
  /** Runs the operation, here or in another thread. */
  pages(): AsyncIterable<Page<Record<string, unknown>>>;
  isQueued(): boolean;
  close(): Promise<void>;
}

/** The run's data that access to a site needs. */
export interface OpenRun {
  /** Records that the caller wants. */
  max: number;
  signal: AbortSignal;
  deadline: number;
  /** Notes the run's pages; null if nobody will want them. */
  recorder: Recorder | null;
  stats: ExtractionStats;
  findings: Findings;
  progress: RunProgress;
}

/** Records kept of a run whose values are watched. */
const SAMPLED_RECORDS = 100;
/** Bytes of pages held of such a run until its end, in case its values are doubtful. */
const SAMPLED_BYTES = 8 * 1024 * 1024;

/** Why everything was stopped. */
const stopped = {
  deadline: Symbol("deadline"),
  queueTimeout: Symbol("queue timeout"),
  disconnect: Symbol("disconnect"),
  finished: Symbol("finished"),
};

/** Runs an operation: yields records as they arrive, cut at `count`, and stops everything at the deadline or the disconnect. */
export function startRun(call: ExtractionRequest, deps: RunDeps): Extraction {
  const { clock, health, log, observer } = deps;
  const stats: ExtractionStats = { pages: 0, records: 0, retries: 0, bytes: 0 };
  const findings = noFindings();
  const sample: Array<Record<string, unknown>> | null = observer.wantsSample?.(call) ? [] : null;
  const startedAt = call.startedAt ?? clock.now();
  const deadline = startedAt + Number(call.request.timeout) * 1000;
  const isRecorded = (sample !== null && !call.leavesNoTrace) || call.keepsPages === true;
  const recorder =
    call.recorder ?? (isRecorded ? createRecorder(recordingOf(call, deps), () => clock.now(), SAMPLED_BYTES) : null);
  const shown = shownAs(call, deps);
  const run = {
    isStandIn: deps.isStandIn,
    stats,
    findings,
    resultsEnd: null as ResultsEnd | null,
    doubtfulPages: null as Recorder | null,
    pages: null as Recorder | null,
    [Symbol.asyncIterator]: records,
  };

  async function* records(): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const max = typeof call.request.count === "number" ? call.request.count : Number.POSITIVE_INFINITY;
    const refused = call.probe ? null : deps.refusal();
    if (refused) throw refused;
    const stop = new AbortController();
    const { signal } = stop;
    const account = new RunAccount(call.operation);
    const progress: RunProgress = {
      wanted: () => max - stats.records,
      newIn: (page) => account.newIn(page),
    };
    const { pages, isQueued, close } = deps.open({ max, signal, deadline, recorder, stats, findings, progress });
    const callOff = clock.after(Math.max(0, deadline - clock.now()), () =>
      stop.abort(isQueued() ? stopped.queueTimeout : stopped.deadline),
    );
    const onDisconnect = () => stop.abort(stopped.disconnect);
    if (call.disconnect.aborted) onDisconnect();
    else call.disconnect.addEventListener("abort", onDisconnect, { once: true });
    const iterator = pages()[Symbol.asyncIterator]();
    try {
      while (stats.records < max) {
        const next = await until(signal, Promise.resolve(iterator.next()));
        if (next.done) {
          run.resultsEnd = account.end(findings.sourceLimited);
          break;
        }
        findings.total ??= next.value.facts.total ?? null;
        for (const record of account.enter(next.value).slice(0, max - stats.records)) {
          signal.throwIfAborted();
          const provenance = call.options?.provenance ? makeSafe(provenanceView(record), shown) : null;
          makeSafe(record, shown);
          stats.records++;
          if (sample && sample.length < SAMPLED_RECORDS) sample.push(record);
          call.onProgress?.(stats);
          yield provenance ? { ...record, [PROVENANCE]: provenance } : record;
        }
      }
      run.resultsEnd ??= "count";
      applyVerdict();
      if (call.keepsPages) run.pages = recorder;
      health.succeeded();
      observer.run?.(report(null));
    } catch (error) {
      throw settled(error, signal);
    } finally {
      callOff();
      call.disconnect.removeEventListener("abort", onDisconnect);
      stop.abort(stopped.finished);
      // Not awaited: an unresponsive generator must not delay the response.
      Promise.resolve(iterator.return?.()).catch(() => {});
      void close();
    }
  }

  function settled(error: unknown, signal: AbortSignal): WinnowError {
    if (signal.reason === stopped.disconnect) return new WinnowError("deadline", `Client disconnected; ${soFar()}.`);
    const { requestId, source } = call;
    const shown = timedOut(signal.reason) ?? callersError(error);
    health.failed(call.leavesNoTrace ? new WinnowError(shown.code) : shown);
    observer.run?.(report(shown));
    const page = error instanceof SourceError ? error.page : null;
    // Its address and title contain what the caller asked for: they belong in the evidence, not in the log.
    const seen = page && { page: { status: page.status, origin: new URL(page.url).origin } };
    const level = error instanceof BreakerOpen || isExpected(shown) ? "debug" : "warn";
    log[level]({ requestId, source: source.name, code: shown.code, ...stats, ...seen }, shown.message);
    return shown;
  }

  function applyVerdict(): void {
    const verdict = observer.verdict?.(report(null));
    if (!verdict) return;
    if (verdict.isDoubtful) run.doubtfulPages = recorder;
    findings.warnings.push(...verdict.warnings);
    if (verdict.error) throw verdict.error;
  }

  function report(error: WinnowError | null): RunReport {
    const { source, operation, request, requestId, caller } = call;
    const ms = clock.now() - startedAt;
    return { source, operation, request, requestId, caller, ms, stats, findings, sample, recorder, error };
  }

  function timedOut(reason: unknown): WinnowError | null {
    const timeout = `timeout of ${call.request.timeout} s: ${soFar()}.`;
    if (reason === stopped.deadline) return new WinnowError("deadline", `The request reached its ${timeout}`);
    if (reason !== stopped.queueTimeout) return null;
    return new WinnowError("queue_timeout", `The request waited in the queue for the source until its ${timeout}`);
  }

  function soFar(): string {
    const seconds = ((clock.now() - startedAt) / 1000).toFixed(1);
    return `it ran ${seconds} s and ${stats.records} ${stats.records === 1 ? "record" : "records"} had been gathered`;
  }

  return run;
}

function recordingOf({ source, operation, request }: ExtractionRequest, { originOf, shownAt }: RunDeps) {
  const origins = Object.fromEntries(Object.keys(source.origins).map((name) => [name, originOf(name)]));
  return { source: source.name, operation: operation.path, request, origins, shownAt };
}

/**
 * Replaces a stand-in's own address, which ends with the process, by the one that stays. Readers know neither. Other hosts
 * that a stand-in makes up exist below that address too.
 */
function shownAs({ source }: ExtractionRequest, { originOf, shownAt }: RunDeps) {
  if (shownAt === null) return undefined;
  const own = Object.keys(source.origins).map((name) => RegExp.escape(originOf(name)));
  const address = new RegExp(`(?:${own.join("|")})(?!\\d)|https?://([a-z\\d.-]+\\.example)(?![\\w.-])`, "g");
  return (text: string) =>
    text.replaceAll(address, (_, host?: string) => (host === undefined ? shownAt : `${shownAt}/elsewhere/${host}`));
}

/** The error for the caller. An unexpected error is our own fault, and its message stays in the log. */
function callersError(error: unknown): WinnowError {
  if (error instanceof WinnowError) return error;
  return new WinnowError("internal", undefined, { internal: String(error), cause: error });
}
