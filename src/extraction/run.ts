import type { Clock } from "../clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { type Findings, noFindings, type ResultsEnd } from "../contract/findings.ts";
import type { Site } from "../contract/site.ts";
import { until } from "./abort.ts";
import { FieldFill } from "./field-fill.ts";
import type { HealthRecord } from "./health.ts";
import type { EngineObserver, Extraction, ExtractionRequest, ExtractionStats, Log } from "./types.ts";

export interface RunParts {
  clock: Clock;
  log: Log;
  health: HealthRecord;
  observer: EngineObserver;
  /** Why the source is held back just now; null where it is not. */
  refusal(): WinnowError | null;
  openSite(run: { signal: AbortSignal; deadline: number; stats: ExtractionStats; findings: Findings }): {
    site: Site;
    isQueued(): boolean;
  };
}

/** Why everything was stopped. */
const stopped = {
  deadline: Symbol("deadline"),
  queueTimeout: Symbol("queue timeout"),
  disconnect: Symbol("disconnect"),
  finished: Symbol("finished"),
};

/** Runs an operation: records as they come, cut at `count`, everything stopped at the deadline or the disconnect. */
export function startRun(asked: ExtractionRequest, parts: RunParts): Extraction {
  const { clock } = parts;
  const stats: ExtractionStats = { pages: 0, records: 0, retries: 0, bytes: 0 };
  const findings = noFindings();
  const fill = parts.observer.wantsFill?.(asked) ? new FieldFill() : null;
  const startedAt = asked.startedAt ?? clock.now();
  const timeoutMs = Number(asked.request.timeout) * 1000;
  const deadline = startedAt + timeoutMs;
  const most = typeof asked.request.count === "number" ? asked.request.count : Number.POSITIVE_INFINITY;

  async function* records(): AsyncGenerator<Record<string, unknown>, void, undefined> {
    const refused = asked.probe ? null : parts.refusal();
    if (refused) throw refused;
    const stop = new AbortController();
    const { signal } = stop;
    const { site, isQueued } = parts.openSite({ signal, deadline, stats, findings });
    const callOff = clock.after(Math.max(0, deadline - clock.now()), () =>
      stop.abort(isQueued() ? stopped.queueTimeout : stopped.deadline),
    );
    const onDisconnect = () => stop.abort(stopped.disconnect);
    if (asked.disconnect.aborted) onDisconnect();
    else asked.disconnect.addEventListener("abort", onDisconnect, { once: true });
    const iterator = asked.operation.run(asked.request, site)[Symbol.asyncIterator]();
    try {
      while (stats.records < most) {
        const next = await until(signal, Promise.resolve(iterator.next()));
        if (next.done) {
          extraction.resultsEnd = findings.sourceLimited ? "source-limit" : "exhausted";
          break;
        }
        stats.records++;
        fill?.add(next.value as Record<string, unknown>);
        asked.onProgress?.(stats);
        yield next.value as Record<string, unknown>;
      }
      extraction.resultsEnd ??= "count";
      parts.health.succeeded();
      observe(null);
    } catch (error) {
      throw settled(error, signal);
    } finally {
      callOff();
      asked.disconnect.removeEventListener("abort", onDisconnect);
      stop.abort(stopped.finished);
      // Not waited for: a generator that does not react must not hold the answer back.
      Promise.resolve(iterator.return?.()).catch(() => {});
    }
  }

  function settled(error: unknown, signal: AbortSignal): WinnowError {
    if (signal.reason === stopped.disconnect) return new WinnowError("deadline", `Client disconnected; ${soFar()}.`);
    const shown = timedOut(signal.reason) ?? callersError(error);
    parts.health.failed(shown);
    observe(shown);
    parts.log.warn(
      { requestId: asked.requestId, source: asked.source.name, code: shown.code, ...stats },
      shown.message,
    );
    return shown;
  }

  function observe(error: WinnowError | null): void {
    const { source, operation, request, requestId, caller } = asked;
    const ms = clock.now() - startedAt;
    parts.observer.run?.({ source, operation, request, requestId, caller, ms, stats, fill, error });
  }

  function timedOut(reason: unknown): WinnowError | null {
    const timeout = `timeout of ${asked.request.timeout} s: ${soFar()}.`;
    if (reason === stopped.deadline) return new WinnowError("deadline", `The request reached its ${timeout}`);
    if (reason !== stopped.queueTimeout) return null;
    return new WinnowError("queue_timeout", `The request waited in the queue for the source until its ${timeout}`);
  }

  const soFar = () =>
    `it ran ${((clock.now() - startedAt) / 1000).toFixed(1)} s and ${stats.records} ` +
    `${stats.records === 1 ? "record" : "records"} had been gathered`;

  // No getter: V8 keeps those of an object where only a full collection looks, and with them all that the run has touched.
  const extraction = { stats, findings, resultsEnd: null as ResultsEnd | null, [Symbol.asyncIterator]: records };
  return extraction;
}

/** What went wrong, ready for the caller: anything unforeseen is our own fault, and its words stay in the log. */
function callersError(error: unknown): WinnowError {
  if (error instanceof WinnowError) return error;
  const internal = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WinnowError("internal", undefined, { internal, cause: error });
}
