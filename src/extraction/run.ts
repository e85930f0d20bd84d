import type { Clock } from "../base/clock.ts";
import { Unreadable, WinnowError } from "../contract/errors.ts";
import { type Findings, noFindings, type ResultsEnd } from "../contract/findings.ts";
import type { RunProgress, Site } from "../contract/site.ts";
import { until } from "./abort.ts";
import type { HealthRecord } from "./health.ts";
import { RunAccount } from "./row-accounting.ts";
import type { EngineObserver, Extraction, ExtractionRequest, ExtractionStats, Log, RunReport } from "./types.ts";

export interface RunDeps {
  clock: Clock;
  log: Log;
  health: HealthRecord;
  observer: EngineObserver;
  /** Why the source is held back; null if it is not. */
  refusal(): WinnowError | null;
  openSite(run: OpenRun): { site: Site; isQueued(): boolean };
}

/** The run's data that access to a site needs. */
export interface OpenRun {
  signal: AbortSignal;
  deadline: number;
  stats: ExtractionStats;
  findings: Findings;
  progress: RunProgress;
}

/** Records kept of a run whose values are watched. */
const SAMPLED_RECORDS = 100;

/** Why everything was stopped. */
const stopped = {
  deadline: Symbol("deadline"),
  queueTimeout: Symbol("queue timeout"),
  disconnect: Symbol("disconnect"),
  finished: Symbol("finished"),
};

/** Runs an operation: yields records as they arrive, cut at `count`, and stops everything at the deadline or the disconnect. */
export const startRun = (call: ExtractionRequest, deps: RunDeps): Extraction => new Run(call, deps);

class Run implements Extraction {
  readonly stats: ExtractionStats = { pages: 0, records: 0, retries: 0, bytes: 0 };
  readonly findings = noFindings();
  resultsEnd: ResultsEnd | null = null;
  readonly #call: ExtractionRequest;
  readonly #deps: RunDeps;
  readonly #sample: Array<Record<string, unknown>> | null;
  readonly #startedAt: number;
  readonly #deadline: number;

  constructor(call: ExtractionRequest, deps: RunDeps) {
    this.#call = call;
    this.#deps = deps;
    this.#sample = deps.observer.wantsSample?.(call) ? [] : null;
    this.#startedAt = call.startedAt ?? deps.clock.now();
    this.#deadline = this.#startedAt + Number(call.request.timeout) * 1000;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const call = this.#call;
    const { clock, health, refusal, openSite } = this.#deps;
    const { stats, findings } = this;
    const deadline = this.#deadline;
    const most = typeof call.request.count === "number" ? call.request.count : Number.POSITIVE_INFINITY;
    const refused = call.probe ? null : refusal();
    if (refused) throw refused;
    const stop = new AbortController();
    const { signal } = stop;
    const account = new RunAccount(call.operation);
    const progress: RunProgress = {
      wanted: () => most - stats.records,
      newIn: (page) => account.newIn(page),
    };
    const { site, isQueued } = openSite({ signal, deadline, stats, findings, progress });
    const callOff = clock.after(Math.max(0, deadline - clock.now()), () =>
      stop.abort(isQueued() ? stopped.queueTimeout : stopped.deadline),
    );
    const onDisconnect = () => stop.abort(stopped.disconnect);
    if (call.disconnect.aborted) onDisconnect();
    else call.disconnect.addEventListener("abort", onDisconnect, { once: true });
    const iterator = call.operation.run(call.request, site)[Symbol.asyncIterator]();
    try {
      while (stats.records < most) {
        const next = await until(signal, Promise.resolve(iterator.next()));
        if (next.done) {
          this.resultsEnd = account.end(findings.sourceLimited);
          break;
        }
        findings.total ??= next.value.facts.total ?? null;
        for (const record of account.enter(next.value).slice(0, most - stats.records)) {
          signal.throwIfAborted();
          stats.records++;
          if (this.#sample && this.#sample.length < SAMPLED_RECORDS) this.#sample.push(record);
          call.onProgress?.(stats);
          yield record;
        }
      }
      this.resultsEnd ??= "count";
      this.#heedVerdict();
      health.succeeded();
      this.#observe(null);
    } catch (error) {
      throw this.#settled(error, signal);
    } finally {
      callOff();
      call.disconnect.removeEventListener("abort", onDisconnect);
      stop.abort(stopped.finished);
      // Not awaited: an unresponsive generator must not delay the response.
      Promise.resolve(iterator.return?.()).catch(() => {});
    }
  }

  #settled(error: unknown, signal: AbortSignal): WinnowError {
    if (signal.reason === stopped.disconnect)
      return new WinnowError("deadline", `Client disconnected; ${this.#soFar()}.`);
    const { health, log } = this.#deps;
    const { requestId, source } = this.#call;
    const shown = this.#timedOut(signal.reason) ?? callersError(error);
    health.failed(shown);
    this.#observe(shown);
    const page = error instanceof Unreadable ? error.page : null;
    log.warn({ requestId, source: source.name, code: shown.code, ...this.stats, ...(page && { page }) }, shown.message);
    return shown;
  }

  #heedVerdict(): void {
    const verdict = this.#deps.observer.verdict?.(this.#report(null));
    if (!verdict) return;
    this.findings.warnings.push(...verdict.warnings);
    if (verdict.error) throw verdict.error;
  }

  #observe(error: WinnowError | null): void {
    this.#deps.observer.run?.(this.#report(error));
  }

  #report(error: WinnowError | null): RunReport {
    const { source, operation, request, requestId, caller } = this.#call;
    const { stats, findings } = this;
    const ms = this.#deps.clock.now() - this.#startedAt;
    return { source, operation, request, requestId, caller, ms, stats, findings, sample: this.#sample, error };
  }

  #timedOut(reason: unknown): WinnowError | null {
    const timeout = `timeout of ${this.#call.request.timeout} s: ${this.#soFar()}.`;
    if (reason === stopped.deadline) return new WinnowError("deadline", `The request reached its ${timeout}`);
    if (reason !== stopped.queueTimeout) return null;
    return new WinnowError("queue_timeout", `The request waited in the queue for the source until its ${timeout}`);
  }

  #soFar(): string {
    const seconds = ((this.#deps.clock.now() - this.#startedAt) / 1000).toFixed(1);
    const { records } = this.stats;
    return `it ran ${seconds} s and ${records} ${records === 1 ? "record" : "records"} had been gathered`;
  }
}

/** The error for the caller. An unexpected error is our own fault, and its message stays in the log. */
function callersError(error: unknown): WinnowError {
  if (error instanceof WinnowError) return error;
  const internal = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WinnowError("internal", undefined, { internal, cause: error });
}
