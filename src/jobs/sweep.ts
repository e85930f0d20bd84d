import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import type { JobSignals } from "./job-signals.ts";
import type { JobRow, JobStore } from "./job-store.ts";

const HALF_SUBMITTED_MS = 60_000;
/** How long jobs and batches are kept after they end. */
export const KEEP_ROWS_MS = 30 * 86_400_000;
const KEEP_RUNS_MS = limits.scheduleRunDays.max * 86_400_000;

export interface SweepDeps {
  jobs: JobStore;
  signals: JobSignals;
  clock: Clock;
  everyMs: number;
  endJob(job: JobRow, how: WinnowError | "cancelled"): Promise<void>;
  /** Further steps of a round: ended batches, webhooks to send. */
  also: Array<() => Promise<unknown>>;
  /** Called because jobs may be due again. */
  wake(): void;
  onError(error: unknown): void;
}

/** Completes what dead processes left between two steps. Every process does this for all. */
export function createSweep({ jobs, signals, clock, everyMs, endJob, also, wake, onError }: SweepDeps) {
  async function lapsedLeases(): Promise<void> {
    for (const job of await jobs.returnLapsed()) {
      await endJob(job, new WinnowError("worker_lost"));
      signals.changed(job.id);
    }
  }

  /** The caller had no response, so the job is not run and its hold is released. */
  async function halfSubmitted(): Promise<void> {
    for (const job of await jobs.halfSubmitted(clock.now() - HALF_SUBMITTED_MS)) await endJob(job, "cancelled");
  }

  const deleteOld = () => jobs.deleteOld(clock.now() - KEEP_ROWS_MS, clock.now() - KEEP_RUNS_MS);
  const steps = [lapsedLeases, halfSubmitted, deleteOld, ...also];

  async function round(): Promise<void> {
    for (const step of steps) await step().catch(onError);
    wake();
  }

  const rounds = periodicTask({ clock, pauseMs: everyMs, run: round, onError });
  return { round, soon: rounds.soon, start: rounds.start, close: rounds.close };
}
