import { periodicTask } from "../../base/periodic-task.ts";
import { Lanes, type Slot } from "../../limits/lanes.ts";
import { limits } from "../../limits/limits.ts";
import { shareOf } from "../../limits/shares.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import { createPump } from "../engine/pump.ts";
import type { Taken, WorkEngine } from "../engine/work-engine.ts";
import { type JobRow, MAX_ATTEMPTS } from "../job-store.ts";
import type { Uses } from "../parts.ts";
import type { Attempt } from "./run-job.ts";

export interface RunnerSettings {
  /** Concurrent jobs; 0 leaves them to other processes. */
  concurrency: number;
  /** How long a stopping process waits for running jobs before it hands them over. */
  graceMs: number;
}

export interface RunnerDeps extends RunnerSettings, Uses<"jobs" | "signals" | "clock" | "onError"> {
  engine: WorkEngine;
  runJob(
    job: JobRow,
    signal: AbortSignal,
    onProgress: (stats: { pages: number; records: number }) => void,
  ): Promise<Attempt>;
  /** Requeues a job whose attempt did not end it. */
  putBack(job: JobRow, attempt: Exclude<Attempt, { kind: "ended" | "handed-over" }>): Promise<void>;
  /** Called when an attempt ended the job, with its row as far as it is known. */
  ended(job: JobRow): Promise<unknown>;
  /** Ends a job whose workers died. */
  workersLost(job: JobRow): Promise<unknown>;
  /** Called when an attempt is over: the next job of its account and source may start, or this one again. */
  left(job: JobRow, hasEnded: boolean): void;
}

/** How often the progress of running jobs is written. */
const PROGRESS_MS = 1_000;
/** Caps repeats, so that a statement that always times out does not keep its job. */
const MAX_REPEATS = 30;

/** Pause before the next attempt of a job whose attempt failed for a reason of our own. */
const RETRY_MS = 10_000;

/** A job without progress for this long waits for its site. It leaves its slot to others. */
const HANGS_MS = 2_000;

interface Running {
  job: JobRow;
  progress: { pages: number; records: number };
  written: { pages: number; records: number };
  /** When it last made progress. */
  movedAt: number;
  hangs: Slot["hangs"];
}

/** Runs the jobs that the engine hands out, and writes their progress. */
export function createRunner(deps: RunnerDeps) {
  const { jobs, signals, clock, concurrency, graceMs } = deps;
  const inFlight = new Set<Running>();
  const lanes = new Lanes(clock, concurrency, {
    ofAnAccount: shareOf(concurrency, limits.jobSlotsOfAnAccount.max),
    ofAnother: shareOf(concurrency, limits.jobSlotsOfASource.max),
  });
  const pump = createPump({ ...deps, lanes, run });

  async function run({ id }: Taken, signal: AbortSignal, hangs: Slot["hangs"]): Promise<void> {
    const job = await retryWhileOurs(signal, () => jobs.begin(id));
    if (!job) return void (await jobs.withdraw(id));
    const one: Running = {
      job,
      progress: { pages: 0, records: 0 },
      written: { pages: 0, records: 0 },
      movedAt: clock.now(),
      hangs,
    };
    inFlight.add(one);
    signals.changed(id);
    let hasEnded = false;
    try {
      if (job.attempt > MAX_ATTEMPTS) await deps.workersLost(job);
      else hasEnded = await attempt(one, signal);
    } catch (error) {
      deps.onError(error);
      await jobs.retry(job, clock.now() + RETRY_MS);
    } finally {
      inFlight.delete(one);
      signals.changed(id);
      deps.left(job, hasEnded);
    }
  }

  /** True if the job has ended. */
  async function attempt(one: Running, signal: AbortSignal): Promise<boolean> {
    const { job } = one;
    const onProgress = ({ pages, records }: Running["progress"]) => {
      one.movedAt = clock.now();
      one.progress = { pages, records };
    };
    const outcome: Attempt = signal.aborted
      ? { kind: "handed-over" }
      : await retryWhileOurs(signal, () => deps.runJob(job, signal, onProgress));
    if (outcome.kind === "ended") await deps.ended(outcome.row ?? job);
    else if (outcome.kind !== "handed-over") await retryWhileOurs(signal, () => deps.putBack(job, outcome));
    // Returns the job, unless it has ended or another worker has begun.
    else await jobs.release(job, clock.now());
    return outcome.kind === "ended";
  }

  /** Repeats a step while the job is ours, so that an unavailable store or a lack of connections costs no attempt. */
  async function retryWhileOurs<T>(signal: AbortSignal, step: () => Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await step();
      } catch (error) {
        if (!isStoreUnavailable(error) || signal.aborted || repeats === MAX_REPEATS) throw error;
        deps.onError(error);
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve(), { once: true });
          clock.after(PROGRESS_MS, resolve);
        });
      }
    }
  }

  async function writeProgress(one: Running): Promise<void> {
    const { pages, records } = one.progress;
    if (pages === one.written.pages && records === one.written.records) return;
    one.written = { pages, records };
    if (await jobs.progress(one.job, { pages, records })) signals.changed(one.job.id);
    else pump.drop(one.job.id);
  }

  const progress = periodicTask({
    clock,
    pauseMs: PROGRESS_MS,
    async run() {
      for (const one of inFlight) if (clock.now() - one.movedAt >= HANGS_MS) one.hangs();
      for (const one of inFlight) await writeProgress(one).catch(deps.onError);
    },
    onError: deps.onError,
  });

  return {
    start(): void {
      if (concurrency === 0) return;
      progress.start();
      pump.start();
    },
    wake: pump.wake,
    /** Whether jobs run in this process. */
    isBusy: () => inFlight.size > 0,
    /** Stops this process's run of a job immediately. */
    drop: pump.drop,
    async close(): Promise<void> {
      await pump.close(graceMs);
      await progress.close();
    },
  };
}
