import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { createTokenBucket, type TokenBucket } from "../base/token-bucket.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { BreakerOpen } from "../extraction/retry.ts";
import type { Engine, EngineObserver, RunReport } from "../extraction/types.ts";
import type { Schema } from "../store/schema.ts";
import { createCallWatch } from "./call-watch.ts";
import { type Canaries, type CanaryRun, createCanaries } from "./canaries.ts";
import { CANARY_CALLER } from "./canary-lookups.ts";
import type { CanaryResult } from "./canary-run.ts";
import { DayCounters, utcDay } from "./day-counters.ts";
import { failureKind } from "./failures.ts";
import { createHealthStore } from "./health-store.ts";
import { createIncidentBreaker } from "./incident-breaker.ts";
import { createEvidenceStore } from "./incident-evidence.ts";
import { createIncidents, type Incidents } from "./incidents.ts";
import { createMemory } from "./memory.ts";
import { OperationMonitor } from "./operation-monitor.ts";
import { createSourcePauses } from "./source-pauses.ts";
import type { NewIncident } from "./types.ts";
import { createValueWatch } from "./values/value-watch.ts";

/** Runs in a row that fell back before it is an incident, and that did not before it is over. */
const LASTING = 3;

/** Watches for sources that read another form of the site's pages than the usual one: it works, and nobody would notice. */
function createFallbackWatch(incidents: Incidents) {
  const runs = new Map<string, { form: string | null; inARow: number }>();

  return (monitor: OperationMonitor, { error, findings, request }: RunReport): void => {
    if (error) return;
    const { path } = monitor.operation;
    const form = findings.warnings.find((code) => code.startsWith("fallback:"))?.slice("fallback:".length) ?? null;
    const before = runs.get(path);
    const inARow = before?.form === form ? before.inARow + 1 : 1;
    runs.set(path, { form, inARow });
    if (inARow < LASTING) return;
    const open = incidents.ofOperation(path, ["fallback"]);
    if (form === null) for (const { no } of open) incidents.close(no);
    else if (open.length === 0) {
      incidents.raise(
        {
          source: monitor.source.name,
          operation: path,
          kind: "fallback",
          field: null,
          blocking: false,
          reason: `The usual form of the site's pages (${form}) could not be read in the last ${inARow} calls; another form is read instead.`,
          details: { example_request: request },
        },
        monitor.evidence(),
      );
    }
  };
}

interface Deps {
  canaries: Canaries;
  incidents: Incidents;
  /** Processes the queued observations. */
  catchUp(): void;
  /** Decides what the values of its records show. */
  settle(monitor: OperationMonitor, run: CanaryRun): void;
}

/** Returns what runs an operation's canaries and opens or closes its incidents accordingly. */
const createCanaryJudge =
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

const DAY_MS = 86_400_000;
const ROUND_MS = 5_000;
const FLUSH_MS = 15_000;
const CANARY_EVERY_MS = 15 * 60_000;
const KEPT_DAYS = 90;

interface HealthDeps {
  db: Kysely<Schema>;
  sources: Source[];
  isStandIn(source: string): boolean;
  /** Address of one of a source's origins. */
  originOf(source: string, name: string): string;
  clock: Clock;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** Called for every incident that opens or closes, once across all processes. */
  onIncident?(incident: NewIncident, what: "opened" | "closed"): void;
}

export type Health = ReturnType<typeof createHealth>;

/** Tracks the health of each operation, from real calls and from canaries; see docs/health.md. */
export function createHealth(deps: HealthDeps) {
  const { sources, clock, log, isStandIn, originOf, onIncident = () => {} } = deps;
  const store = createHealthStore(deps.db);
  const evidence = createEvidenceStore(deps.db);
  const pauses = createSourcePauses(deps.db, clock);
  const counters = new DayCounters();
  const breaker = createIncidentBreaker(clock, isStandIn);
  const monitors = new Map(
    sources.flatMap((source) =>
      source.operations.map((operation) => [operation.path, new OperationMonitor(source, operation, clock)] as const),
    ),
  );
  const incidents = createIncidents({ store, evidence, breaker, clock, log, onIncident });
  const memory = createMemory(store, monitors, clock);
  const canaries = createCanaries({ clock, isStandIn, originOf });
  /** A stand-in that nobody calls is not watched: the catalogues of all would take 30 MB. */
  const calledSources = new Set<string>();
  const closing = new AbortController();
  const stopping = closing.signal;
  const deferred = new Deferred(clock);
  const watchCalls = createCallWatch({ incidents, canaries, breaker, clock, stopping });
  const watchFallbacks = createFallbackWatch(incidents);
  const { catchUp } = deferred;
  const { reload, saveNow: save } = memory;
  const values = createValueWatch({ incidents, canaries, clock, stopping, catchUp, reload, save });

  const judgeByCanary = createCanaryJudge({ canaries, incidents, catchUp, settle: values.settle });

  const observer: EngineObserver = {
    wantsSample({ operation, caller, isCompared = false }) {
      const monitor = monitors.get(operation.path);
      return monitor !== undefined && (isCompared || values.isInDoubt(monitor) || monitor.wantsSample(caller));
    },
    exchange({ operation, outcome, ms }) {
      if (outcome === "ok") monitors.get(operation)?.values.exchange(ms);
    },
    reading: (report) => monitors.get(report.operation.path)?.reading(report),
    verdict(report) {
      const monitor = monitors.get(report.operation.path);
      return monitor ? values.verdict(monitor, report) : null;
    },
    run(report) {
      const monitor = monitors.get(report.operation.path);
      // A call that the breaker rejected did not reach the site. The failures that opened it were already counted.
      if (!monitor || report.error instanceof BreakerOpen) return;
      const now = clock.now();
      monitor.run(report);
      if (report.caller !== CANARY_CALLER) {
        counters.add(report, now);
        calledSources.add(monitor.source.name);
      }
      watchCalls(monitor, report);
      watchFallbacks(monitor, report);
      if (monitor.isGone(report) && canaries.mayAsk(`gone ${report.operation.path}`)) {
        incidents.behind(() => judgeByCanary(monitor, stopping));
      }
      const pages = monitor.structures.takeCandidates();
      if (!values.hasValues(report)) return;
      deferred.add(() => {
        if (values.observe(monitor, report)) monitor.structures.add(pages);
      }, report.caller === CANARY_CALLER);
    },
  };

  /** Runs an operation's canaries and opens or closes its incident accordingly. */
  async function canary(source: Source, operation: Operation, signal?: AbortSignal): Promise<CanaryResult[]> {
    const monitor = monitors.get(operation.path) ?? new OperationMonitor(source, operation, clock);
    const results = await judgeByCanary(monitor, signal);
    await incidents.written();
    return results;
  }

  async function refresh(): Promise<void> {
    const blocked = [...monitors].filter(([path]) => breaker.isBlocked(path));
    await incidents.refresh();
    // Another process has seen it recover, so the failures this process remembers are outdated.
    for (const [path, monitor] of blocked) if (!breaker.isBlocked(path)) monitor.recovered();
  }

  async function flush(): Promise<void> {
    const days = counters.take();
    try {
      await store.addDays(days);
    } catch (error) {
      counters.putBack(days);
      throw error;
    }
    await memory.save(stopping.aborted);
  }

  async function runDueCanaries(signal: AbortSignal): Promise<void> {
    for (const { source, operation } of monitors.values()) {
      if (signal.aborted) return;
      const isOpen = incidents.anyOpen(operation.path, ["failing", "canary", "drift"]);
      if (!isOpen && isStandIn(source.name) && !calledSources.has(source.name)) continue;
      const now = clock.now();
      const due = isOpen ? CANARY_EVERY_MS / 10 : CANARY_EVERY_MS;
      if (await store.claimCanary(operation.path, now, now + due)) await canary(source, operation, signal);
    }
  }

  const onError = (error: unknown) => log.warn({ err: error }, "health could not be written");
  const every = (pauseMs: number, run: (signal: AbortSignal) => Promise<unknown>) =>
    periodicTask({ clock, pauseMs, run, onError });
  const tasks = [
    every(FLUSH_MS, () => incidents.behind(flush)),
    every(ROUND_MS, () => incidents.behind(refresh)),
    every(ROUND_MS, pauses.sync),
    every(ROUND_MS, async () => monitors.values().forEach(values.reconsider)),
    every(ROUND_MS, runDueCanaries),
  ];

  return {
    observer,
    refusalOf: breaker.refusalOf,
    store,
    evidence,
    pauses,
    canary,
    canarySuccesses: canaries.succeededAt,
    isStandIn,
    sources,

    /** Loads what was learned earlier, then runs until `close`. */
    async start(engine: Engine): Promise<void> {
      canaries.startWith(engine);
      pauses.startWith(engine);
      await memory.load();
      await refresh();
      for (const task of tasks) task.start();
      const oldest = clock.now() - KEPT_DAYS * DAY_MS;
      incidents.behind(() => store.prune(utcDay(oldest), oldest));
    },

    refresh,
    /** Resolves once everything observed is in the store. */
    async settled(): Promise<void> {
      deferred.catchUp();
      await incidents.behind(flush);
      await incidents.written();
    },

    /** Aborts canaries in flight without judging. Call it before the engine they use closes. */
    async stop(): Promise<void> {
      closing.abort();
      for (const task of tasks) await task.close();
      await incidents.written();
    },

    async close(): Promise<void> {
      await this.stop();
      await this.settled();
    },
  };
}

const DELAY_MS = 20;
const TURN_MS = 5;
/** Milliseconds of work per second: one percent. It starts with more, so that a new process learns quickly. */
const BUDGET = { perSecond: 10, max: 1_000 };

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Defers work until responses are sent: a little per event-loop turn, so that no request waits for it, and within a budget. */
export class Deferred {
  readonly #budget: TokenBucket;
  /** Milliseconds of processor time, which does not grow on a busy machine. */
  readonly #stopwatch: () => number;
  #waiting: Array<() => void> = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(clock: Clock, budget = BUDGET, stopwatch = processorMs) {
    this.#budget = createTokenBucket({ ...budget, now: () => clock.now() });
    this.#stopwatch = stopwatch;
  }

  /** Drops work over budget unless required: under such a load the next runs show the same. A queued job counts as 1 ms. */
  add(job: () => void, isNeeded: boolean): void {
    if (!isNeeded && this.#budget.left < this.#waiting.length) return;
    this.#waiting.push(job);
    this.#timer ??= setTimeout(() => this.#turn(), DELAY_MS).unref();
  }

  /** Runs all queued work now. */
  catchUp = (): void => this.#workUntil(Number.POSITIVE_INFINITY);

  #turn(): void {
    this.#workUntil(this.#stopwatch() + TURN_MS);
    this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#turn(), DELAY_MS).unref() : null;
  }

  #workUntil(end: number): void {
    const startedAt = this.#stopwatch();
    while (this.#waiting.length > 0 && this.#stopwatch() < end) this.#waiting.shift()?.();
    this.#budget.spend(this.#stopwatch() - startedAt);
  }
}
