import type { Clock } from "../../base/clock.ts";
import { WinnowError } from "../../contract/errors.ts";
import { filledFieldsOf } from "../../contract/record.ts";
import type { RunReport, Verdict } from "../../extraction/types.ts";
import type { Canaries, CanaryRun } from "../canaries.ts";
import type { Incidents } from "../incidents.ts";
import type { OperationMonitor } from "../operation-monitor.ts";
import type { Incident } from "../types.ts";
import type { Change } from "./baseline.ts";
import { answerKey, fieldOf } from "./kinds.ts";
import { digestOf, sampledRun } from "./sampled-run.ts";

/** Requests that must look normal before an incident ends. Fewer could be those that never changed. */
const CALM_REQUESTS = 4;
/** An incident ends when less than this share of its tolerance is left: far enough below its start to prevent flapping. */
const CALM_BELOW = 0.5;
/** Fields of one operation with open incidents: a redesigned page does not need forty. */
const MOST_OPEN = 5;
/** Values that have differed for this long are accepted as the new ones. */
const ACCEPTED_AFTER_MS = 7 * 86_400_000;

interface Deps {
  incidents: Incidents;
  canaries: Canaries;
  clock: Clock;
  stopping: AbortSignal;
  /** Processes the queued observations. */
  catchUp(): void;
}

/** Judges an operation by its values and warns callers of doubtful ones. */
export function createValueWatch({ incidents, canaries, clock, stopping, catchUp }: Deps) {
  /** Errors from its own verdicts: such a run still has values to observe. */
  const verdicts = new WeakSet<WinnowError>();
  /** Open incidents by operation and field, as last seen. */
  const held = new Map<string, Map<string, Incident>>();

  function isAbsurd({ operation, values }: OperationMonitor, { field }: Incident, report: RunReport): boolean {
    if (field === null || !filledFieldsOf(operation.record).includes(field)) return false;
    const run = sampledRun(report, clock.now());
    return run !== null && values.isAbsurd(run, field);
  }

  /** An operation's open incidents. Nothing is learned about their fields. */
  function openOf({ operation: { path }, values }: OperationMonitor): Map<string, Incident> {
    const open = new Map(incidents.ofOperation(path, ["drift"]).map((one) => [one.field ?? "", one]));
    for (const [field, { details }] of held.get(path) ?? []) {
      // Someone else ended it: if the values still differ, they are the right ones now.
      const change = details.measure && values.baseline.changeOf(details.measure);
      if (!open.has(field) && change && change.excess >= 1) values.forget(field);
    }
    held.set(path, open);
    values.baseline.hold(open.keys());
    return open;
  }

  function endIfOver({ operation, values }: OperationMonitor, { no, field, details, opened_at }: Incident): void {
    const key = details.measure;
    if (!key || field === null) return;
    const isOld = clock.now() - opened_at >= ACCEPTED_AFTER_MS;
    if (isOld) values.forget(field);
    else {
      const { requests } = values.baseline;
      const seen = [...requests.values()].filter(({ at, newest }) => at > opened_at && newest.has(key)).length;
      const change = values.baseline.changeOf(key, undefined, opened_at + 1);
      if (seen < Math.min(CALM_REQUESTS, requests.size) || !change || change.excess >= CALM_BELOW) return;
      // They would open the incident again.
      values.baseline.leaveOut(field, opened_at);
    }
    held.get(operation.path)?.delete(field);
    incidents.close(no);
  }

  /** Runs the canary if allowed: a change it shows too is not due to odd requests, and it provides evidence. */
  function suspect(monitor: OperationMonitor, changes: Change[]): void {
    if (canaries.mayAsk(`values ${monitor.operation.path}`)) incidents.behind(() => confirm(monitor, changes));
    else for (const change of changes) if (change.isSure) raise(monitor, change, null);
  }

  async function confirm(monitor: OperationMonitor, changes: Change[]): Promise<void> {
    const asked = await canaries.run(monitor, stopping);
    if (stopping.aborted) return;
    catchUp();
    // The site may have recovered by now.
    const { baseline } = monitor.values;
    for (const change of changes.filter(({ key }) => (baseline.changeOf(key)?.excess ?? 0) >= 1)) {
      const shown = shownBy(asked, monitor, change);
      if (change.isSure || shown === true || (shown === null && change.isWidespread)) raise(monitor, change, asked);
      else baseline.dismiss(change.key);
    }
  }

  function raise(monitor: OperationMonitor, change: Change, asked: CanaryRun | null): void {
    const incident = monitor.driftIncident(change, monitor.values.describe(change));
    incidents.raise(incident, monitor.evidence(), asked?.recorders.values().next().value);
  }

  return {
    hasValues: ({ sample, error }: RunReport): boolean => sample !== null && (error === null || verdicts.has(error)),

    isOpen: ({ operation }: OperationMonitor): boolean => incidents.anyOpen(operation.path, ["drift"]),

    /** Runs after the response was sent. Returns whether the values look normal. */
    observe(monitor: OperationMonitor, report: RunReport, at: number): boolean {
      const run = sampledRun(report, at);
      if (!run) return true;
      const open = openOf(monitor);
      const changes = monitor.values.observe(run);
      // Computed before any incident ends: what this run still shows of it is not new.
      const news = strongestByField(changes).filter(({ key }) => !open.has(fieldOf(key)));
      for (const incident of open.values()) endIfOver(monitor, incident);
      const room = MOST_OPEN - open.size;
      if (news.length > 0 && room > 0) suspect(monitor, news.slice(0, room));
      return changes.length === 0;
    },

    /** What callers get while an incident is open: a warning, or an error if a vital field of this very run is absurd. */
    verdict(monitor: OperationMonitor, report: RunReport): Verdict | null {
      const open = incidents.ofOperation(monitor.operation.path, ["drift"]);
      const suspicious = open.filter(({ details }) => details.measure !== answerKey("latency"));
      if (suspicious.length === 0) return null;
      const absurd = suspicious.find((incident) => isAbsurd(monitor, incident, report));
      const warnings = suspicious.map(({ field }) => `drift:${field ?? ""}` as const);
      if (!absurd) return { warnings, error: null };
      const detail = `unreadable response: the values of "${absurd.field}" cannot be right`;
      const error = new WinnowError("unreadable", detail, { internal: absurd.reason });
      verdicts.add(error);
      return { warnings, error };
    },
  };
}

/** The most changed measure of each field, the largest change first. */
function strongestByField(changes: Change[]): Change[] {
  const byField = Map.groupBy(
    changes.toSorted((a, b) => b.excess - a.excess),
    ({ key }) => fieldOf(key),
  );
  return [...byField.values()].flatMap(([strongest]) => strongest ?? []);
}

/** Whether some canary shows the change; null if none can tell. */
function shownBy({ results }: CanaryRun, { values }: OperationMonitor, change: Change): boolean | null {
  const shown = results.map(({ request }) => values.shows(digestOf(request), change)).filter((one) => one !== null);
  return shown.length === 0 ? null : shown.some(Boolean);
}
