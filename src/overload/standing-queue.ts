/** A queue that keeps calls waiting for longer than this is too long, if it persists. */
export const TARGET_MS = 1_000;
/** Persisting for this long, it is not a burst. */
export const INTERVAL_MS = 5_000;

/**
 * Distinguishes a burst, which drains by itself, from a standing queue, in CoDel's sense: by how long an account's calls
 * have waited, not by how many there are.
 */
export class StandingQueue {
  /** How long the last call would have waited that was rejected because the queue takes longer. */
  patienceMs = Number.POSITIVE_INFINITY;
  #calmAt: number;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** Since when it is standing; null if it is not. */
  #since: number | null = null;

  constructor(now: number) {
    this.#calmAt = now;
  }

  get isStanding(): boolean {
    return this.#since !== null;
  }

  /** Whether it was standing when a call arrived at this time. */
  wasStanding(arrivedAt: number): boolean {
    return this.#since !== null && arrivedAt >= this.#since;
  }

  /** Called when a call was rejected. */
  refused(now: number): void {
    this.#refusedAt = now;
  }

  /** Called periodically with the arrival of the call that has waited longest; null if none waits. */
  observe(now: number, oldestAt: number | null): void {
    if (oldestAt !== null && now - oldestAt > TARGET_MS) {
      if (now - this.#calmAt > INTERVAL_MS) this.#since ??= now;
    } else if (now - this.#refusedAt > INTERVAL_MS) {
      // In a standing queue waits are short because calls are rejected; behind a load balancer that rejects by itself, few
      // get here.
      this.#calmAt = now;
      this.#since = null;
    }
  }
}
