import type { Clock } from "../base/clock.ts";
import type { RunReport } from "../extraction/types.ts";
import type { Canaries } from "./canaries.ts";
import { failureKind } from "./failures.ts";
import type { IncidentBreaker } from "./incident-breaker.ts";
import type { Incidents } from "./incidents.ts";
import type { OperationMonitor } from "./operation-monitor.ts";
import { REMEMBERED_MS } from "./outcome-window.ts";

interface Deps {
  incidents: Incidents;
  canaries: Canaries;
  breaker: IncidentBreaker;
  clock: Clock;
  /** Aborted when the process stops: an interrupted canary proves nothing. */
  stopping: AbortSignal;
}

/** Judges an operation by the success of its calls. Returns what is called after each run. */
export function createCallWatch({ incidents, canaries, breaker, clock, stopping }: Deps) {
  /** Operations with too many failures among this process's newest calls. */
  const degradedHere = new Set<string>();

  /** Only the process that saw calls fail may report recovery; others only once it would have reported failures again. */
  const mayEndErrors = (path: string): boolean => hadErrorsFor(path, degradedHere.delete(path) ? 0 : REMEMBERED_MS);

  function hadErrorsFor(path: string, ms: number): boolean {
    const since = incidents.ofOperation(path, ["errors"])[0]?.opened_at;
    return since !== undefined && clock.now() - since >= ms;
  }

  /**
   * Asks the canary to confirm failures. Otherwise anyone who finds failing inputs could close a source, or show it as
   * degraded, for everyone. If the canary succeeds while only a few accounts see failures, their requests are odd.
   */
  function putToCanary(monitor: OperationMonitor): void {
    const about = `calls ${monitor.operation.path}`;
    if (!canaries.canRun()) incidents.raise(monitor.incidentOf(monitor.judge()), monitor.evidence());
    else if (canaries.mayAsk(about)) incidents.behind(() => confirm(monitor, about));
  }

  async function confirm(monitor: OperationMonitor, about: string): Promise<void> {
    const { path } = monitor.operation;
    const { results, recorders } = await canaries.run(monitor, stopping);
    const judgement = monitor.judge();
    if (stopping.aborted || breaker.isBlocked(path)) return;
    const failed = results.find(({ ok, judges }) => !ok && judges);
    if (!failed) {
      const isDisproved = !judgement.isWidespread && results.every(({ ok }) => ok);
      if (isDisproved && hadErrorsFor(path, REMEMBERED_MS)) incidents.resolve(path, ["errors"]);
      return;
    }
    if (judgement.state === "ok") return;
    if (judgement.state === "degraded" && incidents.anyOpen(path, ["errors", "failing"])) return;
    if (judgement.state === "down") canaries.mayAskAgain(about);
    incidents.raise(monitor.incidentOf(judgement), monitor.evidence(), recorders.get(failed.request));
  }

  return (monitor: OperationMonitor, { error }: RunReport): void => {
    const { path } = monitor.operation;
    const failed = error !== null && failureKind(error.code) !== null;
    if (!failed && breaker.isBlocked(path)) {
      monitor.recovered();
      incidents.resolve(path, ["failing", "canary", "errors"]);
      return;
    }
    const judgement = monitor.judge();
    if (judgement.state === "down" && !breaker.isBlocked(path)) putToCanary(monitor);
    else if (judgement.state === "degraded") {
      degradedHere.add(path);
      if (!judgement.isWidespread) putToCanary(monitor);
      else if (!incidents.anyOpen(path, ["errors", "failing"])) {
        incidents.raise(monitor.incidentOf(judgement), monitor.evidence());
      }
    } else if (judgement.state === "ok" && judgement.isCalm && mayEndErrors(path)) {
      incidents.resolve(path, ["errors"]);
    }
  };
}
