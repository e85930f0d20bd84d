import type { Clock } from "../base/clock.ts";

/** How soon a change that another process made is seen. */
const POLL_MS = 1_000;

/** Wakes those of this process who wait for a job, when this process has changed it; otherwise they look now and then. */
export class JobSignals {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  changed(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  /** Resolves at the next change, after a while, or when the signal is aborted. */
  next(id: string, signal: AbortSignal, mostMs = POLL_MS): Promise<void> {
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
      const callOff = this.#clock.after(Math.min(POLL_MS, mostMs), done);
      waiting.add(done);
      if (signal.aborted) done();
      else signal.addEventListener("abort", done, { once: true });
    });
  }
}
