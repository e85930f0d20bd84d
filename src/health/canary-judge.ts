import type { Canaries, CanaryRun } from "./canaries.ts";
import type { CanaryResult } from "./canary-run.ts";
import { failureKind } from "./failure-kind.ts";
import type { Incidents } from "./incidents.ts";
import type { OperationMonitor } from "./operation-monitor.ts";

interface Deps {
  canaries: Canaries;
  incidents: Incidents;
  /** Processes the queued observations. */
  catchUp(): void;
  /** Decides what the values of its records show. */
  settle(monitor: OperationMonitor, run: CanaryRun): void;
}

/** Returns what runs an operation's canaries and opens or closes its incidents accordingly. */
export const createCanaryJudge =
  ({ canaries, incidents, catchUp, settle }: Deps) =>
  async (monitor: OperationMonitor, signal?: AbortSignal): Promise<CanaryResult[]> => {
    const { path } = monitor.operation;
    const run = await canaries.run(monitor, signal);
    const { results, recorders } = run;
    // An interrupted canary, or one that does not judge the operation, decides nothing. The next one will.
    if (signal?.aborted) return results;
    catchUp();
    settle(monitor, run);
    if (results.some(({ judges }) => !judges)) return results;
    const failed = results.find(({ ok }) => !ok);
    if (!failed) incidents.resolve(path, ["canary", "failing", "errors"]);
    else {
      const kind = failed.code && failureKind(failed.code);
      const code = kind === "timeout" || kind === null ? undefined : kind;
      incidents.raise(monitor.canaryIncident(failed, code), monitor.evidence(), recorders.get(failed.request));
    }
    return results;
  };
