import type { Clock } from "../../base/clock.ts";
import type { WinnowError } from "../../contract/errors.ts";
import { filledFields } from "../../contract/record.ts";
import type { RunReport, Verdict } from "../../extraction/types.ts";
import type { Canaries, CanaryRun } from "../canaries.ts";
import { CANARY_CALLER } from "../canary-lookups.ts";
import { recordedPage } from "../incident-evidence.ts";
import type { Incidents } from "../incidents.ts";
import type { OperationMonitor } from "../operation-monitor.ts";
import type { Incident } from "../types.ts";
import type { OperationValues, Suspicion } from "./operation-values.ts";
import { sampledRun } from "./sampled-run.ts";
import { tuning } from "./tuning.ts";
import { reachVerdict, UNNATURAL } from "./verdict.ts";
import type { Judged } from "./witness.ts";

/** When the canary was asked about hints, by operation and field: hints are many. */
class AskedHints {
  readonly #at = new Map<string, number[]>();

  /** Once in a while, and once more if a request shows it again. */
  mayAsk(path: string, { finding, runs, requests }: Suspicion, now: number): boolean {
    return UNNATURAL.has(finding.kind) || this.#lately(path, finding.field, now).length < (runs > requests ? 2 : 1);
  }

  asked(path: string, field: string, now: number): void {
    this.#at.set(`${path} ${field}`, [...this.#lately(path, field, now), now]);
  }

  #lately(path: string, field: string, now: number): number[] {
    return (this.#at.get(`${path} ${field}`) ?? []).filter((at) => now - at < tuning.forgottenAfterMs);
  }
}

interface Deps {
  incidents: Incidents;
  canaries: Canaries;
  clock: Clock;
  stopping: AbortSignal;
  /** Processes the queued observations. */
  catchUp(): void;
  /** Reads what other processes know of an operation, and tells them. */
  reload(monitor: OperationMonitor): Promise<void>;
  save(monitor: OperationMonitor): Promise<void>;
}

/** Judges an operation by its values, compared with their own past, and warns callers of doubtful ones; see docs/health.md. */
export function createValueWatch({ incidents, canaries, clock, stopping, catchUp, reload, save }: Deps) {
  /** Errors from its own verdicts: such a run still has values to observe. */
  const verdicts = new WeakSet<WinnowError>();
  /** What a run was found to show when it ended, by its statistics. */
  const judged = new WeakMap<RunReport["stats"], Judged>();
  /** Open incidents by operation and field, as last seen. */
  const held = new Map<string, Map<string, Incident>>();
  /** Fields whose incident is being written. */
  const raised = new Map<string, Set<string | null>>();
  const hints = new AskedHints();
  const afterFirstCanary = createFirstCanaries({ incidents, canaries, ask });

  function judge(monitor: OperationMonitor, report: RunReport): Judged | null {
    const known = judged.get(report.stats);
    if (known) return known;
    const { values } = monitor;
    openOf(monitor);
    const witness = report.caller === CANARY_CALLER ? values.canary : values.callers;
    const run = sampledRun(report, clock.now(), values.takePageMs());
    const found = run && witness.judge(run);
    if (found) judged.set(report.stats, found);
    return found;
  }

  /** An operation's open incidents by field. One that a person has ended means that its values are right now. */
  function openOf({ operation: { path }, values }: OperationMonitor): Map<string, Incident> {
    const open = new Map(incidents.ofOperation(path, ["drift"]).map((one) => [one.field ?? "", one]));
    const doubted = values.fieldsInDoubt();
    for (const field of held.get(path)?.keys() ?? []) if (!open.has(field) && doubted.has(field)) values.forget(field);
    values.noteOpen(open.keys(), clock.now());
    held.set(path, open);
    return open;
  }

  function endIfOver(monitor: OperationMonitor, { no, field, opened_at }: Incident): void {
    if (field === null) return;
    const { values, operation } = monitor;
    const isOver = values.isOver(field, opened_at, clock.now());
    if (isOver === "ask") {
      askForRecovery(monitor);
    } else if (isOver) {
      held.get(operation.path)?.delete(field);
      values.callers.doubts.end(field);
      incidents.close(no);
    }
  }

  function askForRecovery(monitor: OperationMonitor): void {
    if (canaries.mayAsk(`recovery ${monitor.operation.path}`, tuning.askEveryMs)) ask(monitor);
  }

  function ask(monitor: OperationMonitor): void {
    incidents.behind(async () => {
      await reload(monitor);
      const run = await canaries.run(monitor, stopping);
      if (stopping.aborted) return;
      catchUp();
      settle(monitor, run);
    });
  }

  /** Raises what is proven, asks the canary about the rest. */
  function consider(monitor: OperationMonitor, open: ReadonlyMap<string, Incident>): void {
    const { values, operation } = monitor;
    const now = clock.now();
    const suspicions = values.callers.doubts
      .fields()
      .filter((field) => !open.has(field))
      .flatMap((field) => values.suspicionOf(field, now) ?? [])
      .filter(({ finding, runs }) => finding.kind !== "latency" || runs >= tuning.enoughPairs);
    for (const suspicion of suspicions)
      if (suspicion.finding.strength === "proof" && suspicion.runs >= 2) raise(monitor, suspicion);
    const asking = suspicions.filter(
      (one) => one.recurs || one.finding.strength !== "hint" || hints.mayAsk(operation.path, one, now),
    );
    if (asking.length === 0 || !canaries.mayAsk(`values ${operation.path}`, tuning.askEveryMs)) return;
    for (const { finding } of asking) if (finding.strength === "hint") hints.asked(operation.path, finding.field, now);
    ask(monitor);
  }

  /** Confirms what the canary has shown to be well, and decides what is in doubt after it. */
  function settle(monitor: OperationMonitor, { began, results }: CanaryRun): void {
    const { values } = monitor;
    const open = openOf(monitor);
    const now = clock.now();
    if (results.every(({ ok }) => ok)) values.confirm(began, new Set(open.keys()));
    for (const { field, decision, suspicion } of decide(values, open, now)) {
      if (decision === "raise" && suspicion) raise(monitor, suspicion);
      else if (decision === "accept") values.dismiss(field, now, "callers");
      else if (decision === "accept of canary") values.dismiss(field, now, "canary");
    }
    for (const incident of open.values()) endIfOver(monitor, incident);
    values.isChanged = true;
  }

  function raise(monitor: OperationMonitor, suspicion: Suspicion): void {
    const { path } = monitor.operation;
    const { field } = suspicion.finding;
    const open = raised.get(path) ?? new Set(incidents.ofOperation(path, ["drift"]).map((one) => one.field));
    if (open.has(field) || open.size >= tuning.openIncidents) return;
    raised.set(path, open.add(field));
    const pages = monitor.doubtfulPages.find(field);
    incidents.raise(monitor.driftIncident(suspicion), pages ? recordedPage(pages) : monitor.evidence(), pages);
    incidents.behind(async () => {
      raised.delete(path);
      openOf(monitor);
      await save(monitor);
    });
  }

  function learn(
    monitor: OperationMonitor,
    found: Judged,
    report: RunReport,
    open: ReadonlyMap<string, Incident>,
  ): void {
    const { values } = monitor;
    const isCanary = report.caller === CANARY_CALLER;
    const recovered = values.learn(found, report.request, new Set(open.keys()), isCanary);
    if (report.recorder) monitor.doubtfulPages.add(found.findings.values(), report.recorder, isCanary);
    monitor.doubtfulPages.keepOnly(values.fieldsInDoubt());
    // A canary is settled once all its calls are done.
    if (isCanary) return;
    for (const incident of open.values()) {
      const field = incident.field ?? "";
      if (recovered.includes(field)) endIfOver(monitor, incident);
      // Only the canary can tell what a call of unknown standing shows.
      else if (!found.isOwn(field) && !found.isWell(field)) askForRecovery(monitor);
    }
    consider(monitor, open);
  }

  return {
    hasValues: ({ sample, error }: RunReport): boolean => sample !== null && (error === null || verdicts.has(error)),

    /** Whether every run has to be compared, because callers have to be told. */
    isInDoubt: ({ operation, values }: OperationMonitor): boolean =>
      incidents.anyOpen(operation.path, ["drift"]) ||
      values.callers.doubts.fields().some((field) => values.callers.doubts.isGrave(field, clock.now())),

    settle,

    /** Asks the canary about doubts for which it could not be asked yet. */
    reconsider(monitor: OperationMonitor): void {
      if (monitor.values.callers.doubts.fields().length > 0) consider(monitor, openOf(monitor));
    },

    /** Runs after the response was sent. Returns whether the values look normal. */
    observe(monitor: OperationMonitor, report: RunReport): boolean {
      const found = judge(monitor, report);
      if (!found) return true;
      const job = () => learn(monitor, found, report, openOf(monitor));
      if (report.caller === CANARY_CALLER) job();
      else afterFirstCanary(monitor, job);
      return found.findings.size === 0;
    },

    verdict(monitor: OperationMonitor, report: RunReport): Verdict | null {
      const found = report.caller === CANARY_CALLER ? null : judge(monitor, report);
      if (!found) return null;
      const { path, record } = monitor.operation;
      const verdict = reachVerdict(found, incidents.ofOperation(path, ["drift"]), filledFields(record));
      if (verdict?.error) verdicts.add(verdict.error);
      return verdict;
    },
  };
}

interface FirstCanaryDeps {
  incidents: Pick<Incidents, "behind">;
  canaries: Pick<Canaries, "canRun">;
  ask(monitor: OperationMonitor): void;
}

/** Before an operation's first canary nothing is known to be right: nothing is learned until it has run, whatever its result. */
function createFirstCanaries({ incidents, canaries, ask }: FirstCanaryDeps) {
  /** What waits for an operation's first canary; null once it has run. */
  const waiting = new Map<string, Array<() => void> | null>();

  return (monitor: OperationMonitor, learn: () => void): void => {
    const { path } = monitor.operation;
    const others = waiting.get(path);
    if (others) {
      if (others.length < tuning.requestsHeld) others.push(learn);
    } else if (others === null || !canaries.canRun() || monitor.values.canary.sights.all().size > 0) {
      learn();
    } else {
      const jobs = [learn];
      waiting.set(path, jobs);
      ask(monitor);
      incidents.behind(async () => {
        waiting.set(path, null);
        for (const job of jobs) job();
      });
    }
  };
}

interface Decision {
  field: string;
  /** `wait`: the next runs tell more. Otherwise the new values of callers, or of the canary, are right. */
  decision: "raise" | "wait" | "accept" | "accept of canary";
  suspicion: Suspicion | null;
}

/** Decides about each field in doubt that has no incident yet, after the canary has run. */
function decide(values: OperationValues, open: ReadonlyMap<string, unknown>, now: number): Decision[] {
  return [...values.fieldsInDoubt()]
    .filter((field) => !open.has(field))
    .map((field): Decision => {
      const suspicion = values.suspicionOf(field, now);
      if (!suspicion) return byCanaryAlone(values, field, now);
      return { field, suspicion, decision: byCanary(values, field, suspicion, now) };
    });
}

function byCanary(values: OperationValues, field: string, suspicion: Suspicion, now: number): Decision["decision"] {
  const { finding, requests, runs, recurs, since } = suspicion;
  const isProof = finding.strength === "proof";
  switch (values.confirms(field, suspicion, now)) {
    case true:
      // Other lists may show that it is a sale of these.
      return finding.kind === "factor" && now - since < tuning.askEveryMs ? "wait" : "raise";
    case false:
      // Its own values are what they were. What a whole page of records shows twice is true nevertheless.
      if (isProof) return runs >= 2 ? "raise" : "wait";
      if (finding.kind !== "emptied") return "accept";
      // It is asked twice about values that are gone, and again about those that come and go.
      return recurs || (finding.strength === "hint" && runs === requests) ? "wait" : "accept";
    default:
      if (isProof || (requests >= tuning.enoughPairs && finding.strength === "likely")) return "raise";
      return runs >= 2 ? "accept" : "wait";
  }
}

/** The canary sees a change that no caller has met. */
function byCanaryAlone(values: OperationValues, field: string, now: number): Decision {
  const suspicion = values.suspicionOf(field, now, "canary");
  const waits: Decision = { field, suspicion, decision: "wait" };
  // One of its records has moved by itself.
  if (!suspicion) return { ...waits, decision: "accept of canary" };
  const { finding, runs, since } = suspicion;
  if (finding.strength === "proof") return runs >= 2 ? { ...waits, decision: "raise" } : waits;
  // A factor may be a sale or a currency: callers will tell. Anything else is forgotten.
  const isForgotten = finding.kind !== "factor" && now - since >= tuning.forgottenAfterMs;
  return isForgotten ? { ...waits, decision: "accept of canary" } : waits;
}
