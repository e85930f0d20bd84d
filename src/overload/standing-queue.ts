/** A queue that keeps calls waiting for longer than this is too long, if it stays that way. */
export const TARGET_MS = 1_000;
/** It stayed that way for this long: that is no burst. */
export const INTERVAL_MS = 5_000;

/**
 * Tells whether one account's queue is a burst, which drains by itself, or stands, as CoDel does: by how long calls have
 * waited, not by how many there are.
 */
export class StandingQueue {
  #calmAt: number;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** Since when it stands; null while it does not. */
  #since: number | null = null;

  constructor(now: number) {
    this.#calmAt = now;
  }

  get isStanding(): boolean {
    return this.#since !== null;
  }

  /** Whether a call that arrived at this time found it standing. */
  wasStanding(arrivedAt: number): boolean {
    return this.#since !== null && arrivedAt >= this.#since;
  }

  /** A call found no room. */
  refused(now: number): void {
    this.#refusedAt = now;
  }

  /** Told again and again when the call arrived that has waited longest; null where none waits. */
  observe(now: number, oldestAt: number | null): void {
    if (oldestAt !== null && now - oldestAt > TARGET_MS) {
      if (now - this.#calmAt > INTERVAL_MS) this.#since ??= now;
    } else if (now - this.#refusedAt > INTERVAL_MS) {
      // While it stands the waits are short because calls are refused; behind a balancer that refuses by itself, few get here.
      this.#calmAt = now;
      this.#since = null;
    }
  }
}
