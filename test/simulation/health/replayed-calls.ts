import { randomUUID } from "node:crypto";
import { SimulatedClock } from "../../../src/base/clock.ts";
import type { WinnowError } from "../../../src/contract/errors.ts";
import { noFindings } from "../../../src/contract/findings.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { Page } from "../../../src/contract/page.ts";
import type { Source } from "../../../src/contract/source.ts";
import { CoverageGuard } from "../../../src/extraction/coverage.ts";
import { checkRows, RunAccount } from "../../../src/extraction/row-accounting.ts";
import type { Engine, ExtractionRequest, RunReport } from "../../../src/extraction/types.ts";
import { createHealth } from "../../../src/health/health.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { type SiteChange, watchedFields } from "./changes.ts";
import type { RecordedRun } from "./recorded-runs.ts";

const PAGE_MS = 120;

/** What a caller got. */
export interface Outcome {
  records: number;
  warnings: string[];
  error: WinnowError | null;
}

/** Health over recorded runs, in simulated time. Site changes are applied between the engine and health. */
export async function openReplay(
  store: Store,
  { source, operation }: { source: Source; operation: Operation },
  canary: (request: Record<string, unknown>) => RecordedRun,
  random: () => number,
) {
  const clock = new SimulatedClock();
  const log = { info() {}, warn() {} };
  const originOf = () => "http://site.example";
  const health = createHealth({ db: store.db, sources: [source], isStandIn: () => true, originOf, clock, log });
  const guard = new CoverageGuard(operation.record);
  const state: { change: SiteChange | null } = { change: null };

  function answer(run: RecordedRun, caller: string): Outcome & { given: Array<Record<string, unknown>> } {
    const { change } = state;
    const given = change?.records?.(run, watchedFields[source.name] ?? watchedFields.nlretail!, random) ?? run.records;
    const ms = PAGE_MS * (0.7 + random() * 0.6) + (change?.slowerMs ?? 0);
    const about = { source: source.name, operation: operation.path, route: "direct", bytes: 1 };
    for (let page = 0; page < run.pages; page++) health.observer.exchange?.({ ...about, outcome: "ok", ms });
    const isSampled = health.observer.wantsSample?.({ operation, caller }) ?? false;
    const found: RunReport = {
      source,
      operation,
      request: run.request,
      requestId: randomUUID(),
      caller,
      ms,
      stats: { pages: run.pages, records: given.length, retries: 0, bytes: 1 },
      findings: { ...noFindings(), total: run.total },
      sample: isSampled ? given.slice(0, 100) : null,
      error: null,
    };
    const refused = refusalBy(() => {
      guard.check(given);
      accounted(operation, run, given);
    });
    const verdict = refused ? null : health.observer.verdict?.(found);
    const error = refused ?? verdict?.error ?? null;
    health.observer.run?.({ ...found, error });
    return { records: given.length, given, warnings: verdict?.warnings ?? [], error };
  }

  const engine = {
    extract: ({ request, caller }: ExtractionRequest) =>
      (async function* () {
        const { error, given } = answer({ ...canary(request), request }, caller);
        if (error) throw error;
        yield* given;
      })(),
  };
  await health.start(engine as unknown as Engine);

  return {
    health,
    state,
    clock,
    async call(caller: string, run: RecordedRun): Promise<Outcome> {
      const refused = health.refusalOf(source, operation);
      if (refused) return { records: 0, warnings: [], error: refused };
      const outcome = answer(run, caller);
      await health.settled();
      return outcome;
    },
  };
}

/** The engine's checks before health sees a run: its rows, page by page, and that it does not end before the site's total. */
function accounted(operation: Operation, { request, pages, total }: RecordedRun, given: object[]): void {
  const account = new RunAccount(operation);
  const size = Math.max(1, Math.ceil(given.length / Math.max(1, pages)));
  for (let from = 0; from < given.length; from += size) {
    account.enter(Page.of(given.slice(from, from + size), (row) => row, { total }));
  }
  const isCut = given.length >= Number(request.count ?? Number.POSITIVE_INFINITY);
  if (given.length === 0) checkRows(Page.of([], () => "unreadable", { total }));
  if (!isCut) account.end(false);
}

function refusalBy(check: () => void): WinnowError | null {
  try {
    check();
    return null;
  } catch (error) {
    return error as WinnowError;
  }
}
