import type { Clock } from "../base/clock.ts";
import { createTokenBucket, type TokenBucket } from "../base/token-bucket.ts";

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
