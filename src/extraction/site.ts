import type { Clock } from "../base/clock.ts";
import { makeSafe } from "../base/safe-text.ts";
import type { Findings } from "../contract/findings.ts";
import type { Operation } from "../contract/operation.ts";
import type { AnswerReader, Memory, RunProgress, Site, SiteRequest } from "../contract/site.ts";
import type { WarningCode } from "../contract/warnings.ts";
import { linkedTo } from "./abort.ts";
import type { PageFetcher } from "./page-fetcher.ts";
import type { SourceState } from "./source-state.ts";

export interface SiteDeps {
  operation: Pick<Operation, "path" | "warnings">;
  state: Pick<SourceState, "originOf" | "setting">;
  memory: Memory;
  fetcher: Pick<PageFetcher, "read">;
  signal: AbortSignal;
  findings: Findings;
  progress: RunProgress;
  clock: Pick<Clock, "now">;
  /** Pages read concurrently. */
  ahead: number;
}

const merged = (before: WarningCode[], more: readonly WarningCode[]): WarningCode[] => [
  ...new Set([...before, ...more]),
];

/** Access to a site for one run of an operation. */
export function openSite({
  operation,
  state,
  memory,
  fetcher,
  signal,
  findings,
  progress,
  clock,
  ahead,
}: SiteDeps): Site {
  return {
    origin: state.originOf("site"),
    originOf: state.originOf,
    setting: state.setting,
    signal,
    now: () => clock.now(),
    memory,
    progress,
    report(found) {
      const odd = found.warnings?.find((code) => !Object.hasOwn(operation.warnings ?? {}, code));
      if (odd !== undefined) throw new Error(`${operation.path} reports ${odd}, which its "warnings" do not name`);
      Object.assign(
        findings,
        makeSafe(found),
        found.warnings && { warnings: merged(findings.warnings, found.warnings) },
      );
    },
    fellBack(form) {
      findings.warnings = merged(findings.warnings, [`fallback:${form}`]);
    },
    read: (request, reader) => fetcher.read(request, reader, signal),
    readAll: (requests, reader) => readAll(requests, reader),
  };

  async function* readAll<T>(requests: Iterable<SiteRequest>, reader: AnswerReader<T>) {
    const link = linkedTo(signal);
    const queue = requests[Symbol.iterator]();
    const under: Array<Promise<{ page: T } | { error: unknown }>> = [];
    const startNext = (): boolean => {
      const next = queue.next();
      if (next.done) return false;
      // An error is kept until its page's turn: the pages before it may be enough.
      under.push(
        fetcher.read(next.value, reader, link.signal).then(
          (page) => ({ page }),
          (error: unknown) => ({ error }),
        ),
      );
      return true;
    };
    try {
      while (under.length < ahead && startNext());
      for (let next = under.shift(); next; next = under.shift()) {
        const outcome = await next;
        if ("error" in outcome) throw outcome.error;
        startNext();
        yield outcome.page;
      }
    } finally {
      link.abort(new Error("no more pages are wanted"));
      link.release();
      queue.return?.();
    }
  }
}
