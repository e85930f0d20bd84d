import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { FieldFill } from "../extraction/field-fill.ts";
import { createRecorder, type Recorder } from "../extraction/recording/recorder.ts";
import { writeWarc } from "../extraction/recording/warc.ts";
import { BreakerOpen } from "../extraction/retry.ts";
import type { Engine, EngineObserver } from "../extraction/types.ts";
import type { Schema } from "../store/schema.ts";
import { CANARY_CALLER, type CanaryResult, runCanaries } from "./canary-run.ts";
import { DayCounters, dayOf } from "./day-counters.ts";
import { failureKindOf } from "./failure-kind.ts";
import type { DriftingField } from "./field-baseline.ts";
import { HealthGate } from "./gate.ts";
import { createHealthStore } from "./health-store.ts";
import { createEvidenceStore } from "./incident-evidence.ts";
import { OperationMonitor } from "./operation-monitor.ts";
import { REMEMBERED_MS } from "./outcome-window.ts";
import type { Incident, NewIncident } from "./types.ts";

const DAY_MS = 86_400_000;
const ROUND_MS = 5_000;
const FLUSH_MS = 15_000;
const CANARY_EVERY_MS = 15 * 60_000;
const BASELINE_DAYS = 14;
const KEPT_DAYS = 90;
/** A suspicion is put to the canary at most this often. */
const CONFIRM_EVERY_MS = 60_000;

export interface HealthParts {
  db: Kysely<Schema>;
  sources: Source[];
  isStandIn(source: string): boolean;
  /** Where an origin of a source is. */
  originOf(source: string, name: string): string;
  clock: Clock;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** Told of every incident that opens or closes, once over all processes. */
  onIncident?(incident: NewIncident, what: "opened" | "closed"): void;
}

export type Health = ReturnType<typeof createHealth>;

/** Knows how each operation is doing, from real calls and from canaries; see docs/health.md. */
export function createHealth(parts: HealthParts) {
  const { sources, clock, log, isStandIn } = parts;
  const store = createHealthStore(parts.db);
  const evidence = createEvidenceStore(parts.db);
  const counters = new DayCounters();
  const gate = new HealthGate(() => clock.now(), isStandIn);
  const monitors = new Map(
    sources.flatMap((source) =>
      source.operations.map((operation) => [operation.path, new OperationMonitor(source, operation, clock)] as const),
    ),
  );
  const confirmedAt = new Map<string, number>();
  const suspectedAt = new Map<string, number>();
  /** Operations of which too many of this process's newest calls failed. */
  const degradedHere = new Set<string>();
  const closing = new AbortController();
  let engine: Engine | null = null;
  let open: Incident[] = [];
  let work: Promise<unknown> = Promise.resolve();

  /** Writes happen behind the calls, one after the other. */
  function behind(job: () => Promise<unknown>): void {
    work = work.then(job).catch((error: unknown) => log.warn({ err: error }, "health could not be written"));
  }

  function raise(incident: NewIncident, recorder?: Recorder): void {
    const now = clock.now();
    const kept = monitors.get(incident.operation)?.evidence() ?? null;
    if (incident.blocking) gate.block({ ...incident, opened_at: now });
    behind(async () => {
      const no = await store.openIncident(incident, now);
      if (no === null) return;
      if (kept) await evidence.save(no, { ...kept, warc: recorder ? await writeWarc(recorder.recording()) : null });
      log.warn({ source: incident.source, operation: incident.operation, field: incident.field }, incident.reason);
      parts.onIncident?.(incident, "opened");
      await refresh();
    });
  }

  function resolve(operation: string, kinds: NewIncident["kind"][]): void {
    gate.unblock(operation);
    behind(async () => {
      for (const incident of await store.closeIncidents(operation, kinds, clock.now())) {
        log.info({ source: incident.source, operation }, "well again");
        parts.onIncident?.(incident, "closed");
      }
      await refresh();
    });
  }

  const isOpen = (operation: string, kind: NewIncident["kind"], field: string | null = null): boolean =>
    open.some((one) => one.operation === operation && one.kind === kind && one.field === field);
  const anyOpen = (operation: string, kinds: NewIncident["kind"][]): boolean =>
    open.some((one) => one.operation === operation && kinds.includes(one.kind));

  /** Who saw calls fail says when they go well; another process does, once whoever saw it would have said so again. */
  function mayEndErrors(path: string): boolean {
    return hadErrorsFor(path, degradedHere.delete(path) ? 0 : REMEMBERED_MS);
  }

  function hadErrorsFor(path: string, ms: number): boolean {
    const since = open.find(({ operation, kind }) => operation === path && kind === "errors")?.opened_at;
    return since !== undefined && clock.now() - since >= ms;
  }

  const observer: EngineObserver = {
    wantsFill: ({ operation, caller }) => monitors.get(operation.path)?.wantsFill(caller) ?? false,
    reading: (report) => monitors.get(report.operation.path)?.reading(report),
    run(report) {
      const { path } = report.operation;
      const monitor = monitors.get(path);
      // A call that the breaker refused has seen nothing of the site: what opened it was counted when it failed.
      if (!monitor || report.error instanceof BreakerOpen) return;
      monitor.run(report);
      if (report.caller !== CANARY_CALLER) counters.add(report, clock.now());
      const failed = report.error !== null && failureKindOf(report.error.code) !== null;
      if (!failed && gate.isBlocked(path)) {
        monitor.recovered();
        resolve(path, ["failing", "canary", "errors"]);
        return;
      }
      const judgement = monitor.judge();
      if (judgement.state === "down" && !gate.isBlocked(path)) putToCanary(monitor);
      else if (judgement.state === "degraded") {
        degradedHere.add(path);
        if (!judgement.isWidespread) putToCanary(monitor);
        else if (!anyOpen(path, ["errors", "failing"])) raise(monitor.incidentOf(judgement));
      } else if (judgement.state === "ok" && mayEndErrors(path)) resolve(path, ["errors"]);
      if (report.error === null && report.fill) watchFields(monitor, report.fill);
    },
  };

  function watchFields(monitor: OperationMonitor, fill: FieldFill): void {
    const { path } = monitor.operation;
    const drifts = open.filter((one) => one.operation === path && one.kind === "drift");
    if (drifts.length > 0) {
      const { filled } = fill;
      if (drifts.some(({ field }) => (filled.get(field!) ?? 0) > 0)) resolve(path, ["drift"]);
    }
    const suspects = monitor.fields.drifting().filter(({ field }) => !isOpen(path, "drift", field));
    if (suspects.length === 0 || clock.now() - (confirmedAt.get(path) ?? 0) < CONFIRM_EVERY_MS) return;
    confirmedAt.set(path, clock.now());
    behind(() => confirm(monitor, suspects));
  }

  /**
   * Whoever finds inputs that fail could close a source to all, or show it as degraded to everybody: a call that must always
   * work has to fail as well. If it goes well while only a few accounts see failures, theirs are odd requests.
   */
  function putToCanary(monitor: OperationMonitor): void {
    const { path } = monitor.operation;
    const running = engine;
    if (!running) {
      raise(monitor.incidentOf(monitor.judge()));
      return;
    }
    if (clock.now() - (suspectedAt.get(path) ?? 0) < CONFIRM_EVERY_MS) return;
    suspectedAt.set(path, clock.now());
    behind(async () => {
      const { record, recorders } = recording(monitor.source, monitor.operation);
      const options = { now: () => clock.now(), record, signal: closing.signal };
      const results = await runCanaries(running, monitor.source, monitor.operation, options);
      const judgement = monitor.judge();
      if (closing.signal.aborted || gate.isBlocked(path)) return;
      const failed = results.find(({ ok, code }) => !ok && code !== "overloaded");
      if (!failed) {
        const isDisproved = !judgement.isWidespread && results.every(({ ok }) => ok);
        if (isDisproved && hadErrorsFor(path, REMEMBERED_MS)) resolve(path, ["errors"]);
        return;
      }
      if (judgement.state === "ok" || (judgement.state === "degraded" && anyOpen(path, ["errors", "failing"]))) return;
      if (judgement.state === "down") suspectedAt.delete(path);
      raise(monitor.incidentOf(judgement), recorders[results.indexOf(failed)]);
    });
  }

  /** A caller with odd searches empties a field as well: only what the canary misses too has changed at the site. */
  async function confirm(monitor: OperationMonitor, suspects: DriftingField[]): Promise<void> {
    if (!engine) return;
    const { record, recorders } = recording(monitor.source, monitor.operation);
    const options = { now: () => clock.now(), record, signal: closing.signal };
    const results = await runCanaries(engine, monitor.source, monitor.operation, options);
    const good = results.filter(({ code }) => code === null);
    const records = good.reduce((sum, result) => sum + result.records, 0);
    for (const suspect of suspects) {
      const filled = good.reduce((sum, result) => sum + (result.filled[suspect.field] ?? 0), 0);
      const share = monitor.fields.usualShare(suspect.field) ?? 0;
      if (records > 0 && filled === 0 && (1 - share) ** records < 0.001)
        raise(monitor.driftIncident(suspect, records), recorders[0]);
    }
    monitor.fields.forgetRecent();
  }

  /** A recorder for each canary that runs, in their order. */
  function recording({ name, origins }: Source, { path }: Operation) {
    const recorders: Recorder[] = [];
    const places = Object.fromEntries(Object.keys(origins).map((key) => [key, parts.originOf(name, key)]));
    const record = (request: Record<string, unknown>): Recorder => {
      const recorder = createRecorder({ source: name, operation: path, request, origins: places }, () => clock.now());
      recorders.push(recorder);
      return recorder;
    };
    return { record, recorders };
  }

  /** Runs the canaries of an operation, and opens or closes its incident by what they say. */
  async function canary(source: Source, operation: Operation, signal?: AbortSignal): Promise<CanaryResult[]> {
    if (!engine) throw new Error("health was not given its engine");
    const { record, recorders } = recording(source, operation);
    const results = await runCanaries(engine, source, operation, { now: () => clock.now(), record, signal });
    const monitor = monitors.get(operation.path)!;
    // One that was broken off, or found no room here, says nothing about the site: the next will.
    if (signal?.aborted || results.some(({ code }) => code === "overloaded")) return results;
    const failed = results.find(({ ok }) => !ok);
    await store.saveCanary(operation.path, clock.now(), !failed, results);
    if (!failed) resolve(operation.path, ["canary", "failing", "errors"]);
    else {
      const kind = failed.code && failureKindOf(failed.code);
      const code = kind === "timeout" || kind === null ? undefined : kind;
      raise(monitor.canaryIncident(failed, code), recorders[results.indexOf(failed)]);
    }
    await work;
    return results;
  }

  async function refresh(): Promise<void> {
    const [incidents, overrides] = await Promise.all([store.openIncidents(), store.overrides()]);
    const blocked = [...monitors].filter(([path]) => gate.isBlocked(path));
    open = incidents;
    gate.update(incidents, overrides);
    // Another process has seen it well: the failures that this one remembers are over too.
    for (const [path, monitor] of blocked) if (!gate.isBlocked(path)) monitor.recovered();
  }

  async function flush(): Promise<void> {
    const days = counters.take();
    try {
      await store.addDays(days);
    } catch (error) {
      counters.putBack(days);
      throw error;
    }
    const day = dayOf(clock.now());
    for (const [path, monitor] of monitors) {
      await store.addFields(day, path, monitor.fields.takeLearned());
      const structures = monitor.takeStructures();
      if (structures) await store.saveStructures(path, structures.at, structures.text);
    }
  }

  async function runDueCanaries(signal: AbortSignal): Promise<void> {
    for (const source of sources) {
      if (isStandIn(source.name)) continue;
      for (const operation of source.operations) {
        if (signal.aborted) return;
        const now = clock.now();
        const due = anyOpen(operation.path, ["failing", "canary"]) ? CANARY_EVERY_MS / 10 : CANARY_EVERY_MS;
        if (await store.claimCanary(operation.path, now, now + due)) await canary(source, operation, signal);
      }
    }
  }

  const tasks = [
    ...[
      { job: flush, pauseMs: FLUSH_MS },
      { job: refresh, pauseMs: ROUND_MS },
    ].map(({ job, pauseMs }) =>
      periodicTask({
        ...{ clock, pauseMs },
        async run() {
          behind(job);
          await work;
        },
        onError: (error) => log.warn({ err: error }, "health could not be written"),
      }),
    ),
    periodicTask({
      ...{ clock, pauseMs: ROUND_MS },
      run: runDueCanaries,
      onError: (error) => log.warn({ err: error }, "a canary could not run"),
    }),
  ];

  return {
    observer,
    refusalOf: gate.refusalOf,
    store,
    evidence,
    canary,
    isStandIn,
    sources,

    /** Takes over what earlier days have learned, and goes on by itself until `close`. */
    async start(running: Engine): Promise<void> {
      engine = running;
      const learned = await store.fields(dayOf(clock.now() - BASELINE_DAYS * DAY_MS));
      for (const { operation, field, ...count } of learned) monitors.get(operation)?.fields.load([[field, count]]);
      for (const { operation, at, names } of await store.structures()) {
        monitors.get(operation)?.loadStructures(Number(at), names);
      }
      await refresh();
      for (const task of tasks) task.start();
      const oldest = clock.now() - KEPT_DAYS * DAY_MS;
      behind(() => store.prune(dayOf(oldest), oldest));
    },

    refresh,
    /** Until everything that was seen is in the store. */
    async settled(): Promise<void> {
      behind(flush);
      await work;
    },

    /** Ends canaries in flight without a judgement; to be called before the engine closes under them. */
    async stop(): Promise<void> {
      closing.abort();
      for (const task of tasks) await task.close();
      await work;
    },

    async close(): Promise<void> {
      await this.stop();
      await this.settled();
    },
  };
}
