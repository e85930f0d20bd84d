import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { OpenedEngine } from "../../../app/open-engine.ts";
import { type Canary, operationResource } from "../../../contract/canary.ts";
import { WinnowError } from "../../../contract/errors.ts";
import type { ResultsEnd } from "../../../contract/findings.ts";
import type { ExampleBody, Operation } from "../../../contract/operation.ts";
import { sizedPages } from "../../../contract/page-size.ts";
import type { Source } from "../../../contract/source.ts";
import { createRecorder, type Recorder } from "../../../extraction/recording/recorder.ts";
import { canaryRequest, LookupFailed } from "../../../health/canary-lookups.ts";

/** More than a page of any source holds that does not declare its size. */
const BEYOND_A_PAGE = 60;

/** One call of a live site, with its results. */
export interface Trial {
  canary: Canary;
  request: ExampleBody;
  records: Array<Record<string, unknown>>;
  /** The records of each non-empty page. */
  pages: Array<readonly object[]>;
  total: number | null;
  resultsEnd: ResultsEnd | null;
  warnings: readonly string[];
  error: Error | null;
  recorder: Recorder | null;
}

/** Runs the calls of an operation one after the other; the first list requests more than a page. */
export async function* listTrials(
  source: Source,
  operation: Operation,
  opened: OpenedEngine,
  pauseMs: number,
): AsyncGenerator<Trial> {
  for (const [nth, canary] of (source.canaries.live[operationResource(operation)] ?? []).entries()) {
    if (nth > 0) await setTimeout(pauseMs);
    yield await tryOut(source, operation, opened, nth === 0 ? beyondAPage(operation, canary) : canary);
  }
}

function beyondAPage(operation: Operation, canary: Canary): Canary {
  const { count }: { count?: { maximum?: number } } = operation.request.properties;
  const beyond = Math.max(BEYOND_A_PAGE, (sizedPages(operation.pageSize)?.rows ?? 0) + 1);
  const max = Math.min(beyond, count?.maximum ?? beyond);
  return count ? { ...canary, request: { ...canary.request, count: max } } : canary;
}

async function tryOut(source: Source, operation: Operation, opened: OpenedEngine, canary: Canary): Promise<Trial> {
  const { engine, originOf } = opened;
  const disconnect = new AbortController().signal;
  const trial: Trial = {
    canary,
    request: canary.request,
    records: [],
    pages: [],
    total: null,
    resultsEnd: null,
    warnings: [],
    error: null,
    recorder: null,
  };
  try {
    trial.request = await canaryRequest({ engine, source, now: Date.now(), disconnect }, operation, canary);
    const origins = Object.fromEntries(Object.keys(source.origins).map((key) => [key, originOf(source.name, key)]));
    const about = { source: source.name, operation: operation.path, request: trial.request, origins };
    trial.recorder = createRecorder(about, () => Date.now());
    const extraction = engine.extract({
      source,
      operation: telling(operation, trial),
      request: trial.request,
      requestId: randomUUID(),
      caller: "go-live",
      disconnect,
      recorder: trial.recorder,
    });
    for await (const record of extraction) trial.records.push(record);
    trial.total = extraction.findings.total;
    trial.resultsEnd = extraction.resultsEnd;
    trial.warnings = extraction.findings.warnings;
  } catch (error) {
    if (!(error instanceof WinnowError || error instanceof LookupFailed)) throw error;
    trial.error = error;
  }
  return trial;
}

/** Wraps an operation to record its pages in the trial. */
const telling = (operation: Operation, { pages }: Trial): Operation => ({
  ...operation,
  async *run(request, site) {
    for await (const page of operation.run(request, site)) {
      if (page.read.length > 0) pages.push(page.read);
      yield page;
    }
  },
});
