import type { Clock } from "../base/clock.ts";

/** The first look at a job that another process may run comes this soon, each later one after twice as long. */
const FIRST_LOOK_MS = 50;
const LONGEST_MS = 1_000;

/** Waits for the next change of a job; rejects never, and ends early when the signal is aborted. */
export type NextChange = (mostMs?: number) => Promise<void>;

/**
 * Wakes those of this process who wait for a job when this process changes it. A change that another process made wakes
 * nobody here, so whoever waits also looks again by himself: soon at first, since most jobs are short, then ever more rarely.
 */
export class JobSignals {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  changed(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  follow(id: string, signal: AbortSignal): NextChange {
    let pauseMs = FIRST_LOOK_MS;
    return (mostMs = LONGEST_MS) => {
      const waitMs = Math.min(pauseMs, mostMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_MS);
      return this.#next(id, signal, waitMs);
    };
  }

  #next(id: string, signal: AbortSignal, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      const done = () => {
        callOff();
        signal.removeEventListener("abort", done);
        waiting.delete(done);
        if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
        resolve();
      };
      const callOff = this.#clock.after(waitMs, done);
      waiting.add(done);
      if (signal.aborted) done();
      else signal.addEventListener("abort", done, { once: true });
    });
  }
}
