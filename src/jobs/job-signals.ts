import type { Clock } from "../base/clock.ts";

/** Delay of the first poll for a job that another process may run. It doubles with each poll. */
const FIRST_LOOK_MS = 50;
const LONGEST_MS = 1_000;

/** Waits for the next change of a job. Never rejects, and ends early when the signal aborts. */
export type NextChange = (maxMs?: number) => Promise<void>;

export type JobSignals = ReturnType<typeof createJobSignals>;

/**
 * Wakes waiters in this process when this process changes a job. Changes by other processes wake nobody, so waiters also
 * poll: soon at first, since most jobs are short, then at growing intervals.
 */
export function createJobSignals(clock: Clock) {
  const waiters = new Map<string, Set<() => void>>();

  function changed(id: string): void {
    for (const wake of waiters.get(id) ?? []) wake();
  }

  function follow(id: string, signal: AbortSignal): NextChange {
    let pauseMs = FIRST_LOOK_MS;
    return (maxMs = LONGEST_MS) => {
      const waitMs = Math.min(pauseMs, maxMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_MS);
      return next(id, signal, waitMs);
    };
  }

  function next(id: string, signal: AbortSignal, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = waiters.get(id) ?? new Set();
      waiters.set(id, waiting);
      const done = () => {
        callOff();
        signal.removeEventListener("abort", done);
        waiting.delete(done);
        if (waiting.size === 0 && waiters.get(id) === waiting) waiters.delete(id);
        resolve();
      };
      const callOff = clock.after(waitMs, done);
      waiting.add(done);
      if (signal.aborted) done();
      else signal.addEventListener("abort", done, { once: true });
    });
  }

  return { changed, follow };
}
