import { randomUUID } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { Lanes } from "../limits/lanes.ts";
import { limits } from "../limits/limits.ts";
import { shareOf } from "../limits/shares.ts";
import { HandedOver } from "../service/operation-call.ts";
import { isStoreUnavailable } from "../store/store-unavailable.ts";
import type { JobSignals } from "./job-signals.ts";
import type { JobRow, JobStore } from "./job-store.ts";
import { createPump } from "./pump.ts";
import type { Attempt } from "./run-job.ts";

export interface RunnerSettings {
  /** Concurrent jobs; 0 leaves them to other processes. */
  concurrency: number;
  leaseMs: number;
  /** How long a stopping process waits for running jobs before it hands them over. */
  graceMs: number;
}

export interface RunnerDeps extends RunnerSettings {
  jobs: JobStore;
  signals: JobSignals;
  clock: Clock;
  runJob(
    job: JobRow,
    signal: AbortSignal,
    onProgress: (stats: { pages: number; records: number }) => void,
  ): Promise<Attempt>;
  /** Requeues a job whose attempt did not end it. */
  putBack(job: JobRow, attempt: Exclude<Attempt, { kind: "ended" | "handed-over" }>): Promise<void>;
  /** Called when an attempt ended the job. */
  ended(job: JobRow): Promise<unknown>;
  onError(error: unknown): void;
}

/** How often a process polls for jobs queued by others and writes the progress of its own. */
const POLL_MS = 1_000;
/** Caps repeats, so that a statement that always times out does not keep its job: the lease lapses and an attempt counts. */
const MAX_REPEATS = 30;

/** A job without progress for this long waits for its site. It leaves its slot to others. */
const HANGS_MS = 2_000;

interface InFlight {
  job: JobRow;
  stop: AbortController;
  progress: { pages: number; records: number };
  written: { pages: number; records: number };
  renewedAt: number;
  /** When it last made progress. */
  movedAt: number;
  hangs(): unknown;
}

/** Takes jobs and runs them concurrently, renewing their leases while they run. */
export function createRunner(deps: RunnerDeps) {
  const { jobs, signals, clock, concurrency, leaseMs, graceMs } = deps;
  const worker = randomUUID();
  const inFlight = new Map<string, InFlight>();
  const lanes = new Lanes(clock, concurrency, {
    ofAnAccount: shareOf(concurrency, limits.jobSlotsOfAnAccount.max),
    ofAnother: shareOf(concurrency, limits.jobSlotsOfASource.max),
  });
  let stopped = false;
  const pump = createPump<JobRow>({
    lanes,
    take: (full) => jobs.take({ worker, leaseMs }, full),
    holdersOf: (job) => [job.account_id, job.source],
    run,
    onError: deps.onError,
  });

  async function run(job: JobRow, hangs: () => unknown): Promise<void> {
    const one: InFlight = {
      job,
      stop: new AbortController(),
      progress: { pages: 0, records: 0 },
      written: { pages: 0, records: 0 },
      renewedAt: clock.now(),
      movedAt: clock.now(),
      hangs,
    };
    inFlight.set(job.id, one);
    if (stopped) one.stop.abort(new HandedOver());
    signals.changed(job.id);
    try {
      await attempt(one);
    } finally {
      inFlight.delete(job.id);
      signals.changed(job.id);
    }
  }

  async function attempt(one: InFlight): Promise<void> {
    const { job, stop, progress } = one;
    const run = () =>
      deps.runJob(job, stop.signal, ({ pages, records }) => {
        one.movedAt = clock.now();
        progress.pages = pages;
        progress.records = records;
      });
    const outcome = await retryWhileLeased(stop.signal, run);
    if (outcome.kind === "ended") await deps.ended(job);
    else if (outcome.kind !== "handed-over") await retryWhileLeased(stop.signal, () => deps.putBack(job, outcome));
    // A stopping process returns the job immediately; one that lost the job has nothing to return.
    if (outcome.kind === "handed-over" && stopped) await jobs.release(job, clock.now());
  }

  /** Repeats a step while the job is ours, so that an unavailable store or a lack of connections costs no attempt. */
  async function retryWhileLeased<T>(signal: AbortSignal, step: () => Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await step();
      } catch (error) {
        if (!isStoreUnavailable(error) || signal.aborted || repeats === MAX_REPEATS) throw error;
        deps.onError(error);
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve(), { once: true });
          clock.after(POLL_MS, resolve);
        });
      }
    }
  }

  async function renew(one: InFlight): Promise<void> {
    const { pages, records } = one.progress;
    const moved = pages !== one.written.pages || records !== one.written.records;
    if (!moved && clock.now() - one.renewedAt < leaseMs / 3) return;
    if (await jobs.renew(one.job, leaseMs, { pages, records })) {
      one.renewedAt = clock.now();
      one.written = { pages, records };
      signals.changed(one.job.id);
    } else one.stop.abort(new HandedOver());
  }

  async function tick(): Promise<void> {
    const lapsed = (one: InFlight) => clock.now() - one.renewedAt >= leaseMs;
    for (const one of inFlight.values()) {
      if (clock.now() - one.movedAt >= HANGS_MS) one.hangs();
      await renew(one).catch((error) => {
        deps.onError(error);
        // The store was unavailable for longer than the lease, so another process may own the job.
        if (lapsed(one)) one.stop.abort(new HandedOver());
      });
    }
  }

  const renewals = periodicTask({
    clock,
    pauseMs: Math.min(POLL_MS, leaseMs / 3),
    run: () => tick().then(pump.wake),
    onError: deps.onError,
  });

  return {
    start(): void {
      if (concurrency === 0) return;
      renewals.start();
      pump.wake();
    },
    wake: pump.wake,
    /** Stops this process's run of a job immediately. */
    drop: (id: string): void => inFlight.get(id)?.stop.abort(new HandedOver()),
    async close(): Promise<void> {
      stopped = true;
      const { ended } = await pump.stop();
      if (graceMs > 0 && inFlight.size > 0) {
        await Promise.race([ended, new Promise<void>((resolve) => clock.after(graceMs, resolve))]);
      }
      for (const { stop } of inFlight.values()) stop.abort(new HandedOver());
      await ended;
      await renewals.close();
    },
  };
}
