import type { Clock } from "../base/clock.ts";
import { PageFetcher } from "./page-fetcher.ts";
import { hostedRun } from "./reading/hosted-run.ts";
import type { ReadingThreads } from "./reading/reading-threads.ts";
import { MAX_BYTES_HERE, runWhereItFits } from "./reading/run-where-it-fits.ts";
import type { OpenedRun, OpenRun } from "./run.ts";
import { openSite } from "./site.ts";
import type { SourceState } from "./source-state.ts";
import type { EngineObserver, ExtractionRequest } from "./types.ts";

export interface OpenRunDeps {
  call: ExtractionRequest;
  state: SourceState;
  clock: Clock;
  random(): number;
  observer: EngineObserver;
  /** Pages read concurrently. */
  ahead: number;
  /** Undefined if everything runs in this thread. */
  threads: ReadingThreads | undefined;
  /** Whether the source's readers are known to end, so that they may run in this thread. */
  isTrusted: boolean;
}

/** Opens what a run needs to reach its site, and decides in which thread its operation runs. */
export function openRun(deps: OpenRunDeps, run: OpenRun): OpenedRun {
  const { call, state, clock, ahead, threads, isTrusted } = deps;
  const { signal, recorder, findings, progress, max } = run;
  const { operation, request } = call;
  const group = isTrusted ? null : state.facts.source;
  let leave = () => {};
  const fetcher = new PageFetcher({
    ...deps,
    ...run,
    here: {
      maxBytes: threads ? MAX_BYTES_HERE : Number.POSITIVE_INFINITY,
      onLarge: () => leave(),
    },
  });
  const runHere = (signal: AbortSignal) => {
    const memory = recorder?.noting(state.memory) ?? state.memory;
    const site = openSite({ operation, state, memory, fetcher, signal, findings, progress, clock, ahead });
    return operation.run(request, site);
  };
  const runIn = (threads: ReadingThreads, yielded: number) => {
    const asked = { operation: operation.path, request, max, ahead, provenance: call.options?.provenance ?? false };
    const start = { ...state.facts, ...asked, isRecorded: recorder !== null };
    return hostedRun({ ...deps, ...run, threads, group, start, yielded, fetcher, noting: recorder?.noting ?? null });
  };
  const pages = () => {
    if (!threads) return runHere(signal);
    if (!isTrusted) return runIn(threads, 0);
    const here = (inner: AbortSignal, onLarge: () => void) => {
      leave = onLarge;
      return runHere(inner);
    };
    return runWhereItFits({ here, inThread: (yielded) => runIn(threads, yielded) }, signal);
  };
  return { pages, isQueued: () => fetcher.isQueued, close: () => fetcher.close() };
}
