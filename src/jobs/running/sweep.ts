import { periodicTask } from "../../base/periodic-task.ts";
import { limits } from "../../limits/limits.ts";
import type { Uses } from "../parts.ts";

const HALF_SUBMITTED_MS = 60_000;
/** How long jobs and batches are kept after they end. */
export const KEEP_ROWS_MS = 30 * 86_400_000;
const KEEP_RUNS_MS = limits.scheduleRunDays.max * 86_400_000;

export interface SweepDeps extends Uses<"jobs" | "clock" | "endJob" | "onError"> {
  /** Steps that somebody waits for: work to hand over, schedules that are due, events to send. */
  often: Array<() => Promise<unknown>>;
  /** Steps that can wait for a minute. */
  rarely: Array<() => Promise<unknown>>;
}

const EVERY_MS = 5_000;
/** Every how many rounds the rare steps run. */
const RARELY = 12;

/** Completes what dead processes left between two steps. Every process does this for all. */
export function createSweep({ jobs, clock, endJob, often, rarely, onError }: SweepDeps) {
  /** The caller had no response, so the job is not run and its hold is released. */
  async function halfSubmitted(): Promise<void> {
    for (const job of await jobs.halfSubmitted(clock.now() - HALF_SUBMITTED_MS)) await endJob(job, "cancelled");
  }

  const deleteOld = () => jobs.deleteOld(clock.now() - KEEP_ROWS_MS, clock.now() - KEEP_RUNS_MS);

  async function run(steps: SweepDeps["often"]): Promise<void> {
    for (const step of steps) await step().catch(onError);
  }

  const round = () => run([halfSubmitted, deleteOld, ...rarely, ...often]);
  let rounds = 0;
  const { soon, start, close } = periodicTask({
    clock,
    pauseMs: EVERY_MS,
    run: () => (++rounds % RARELY === 0 ? round() : run(often)),
    onError,
  });
  return { round, soon, start, close };
}
