import type { Clock } from "../base/clock.ts";
import { TokenBucket } from "../base/token-bucket.ts";

const DELAY_MS = 20;
const TURN_MS = 5;
/** Milliseconds of work in a second: one in a hundred. At first there is more, so that a new process learns soon. */
const BUDGET = { perSecond: 10, most: 1_000 };

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Work that can wait until the answers are sent: a little in each turn, so that no request waits for it, and little in all. */
export class Deferred {
  readonly #budget: TokenBucket;
  /** Milliseconds of processor time, which a busy machine does not stretch. */
  readonly #stopwatch: () => number;
  #waiting: Array<() => void> = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(clock: Clock, budget = BUDGET, stopwatch = processorMs) {
    this.#budget = new TokenBucket({ ...budget, now: () => clock.now() });
    this.#stopwatch = stopwatch;
  }

  /**
   * Work beyond the budget is dropped unless it must be done: under such a load the next runs tell the same. What waits
   * counts as a millisecond each.
   */
  add(job: () => void, isNeeded: boolean): void {
    if (!isNeeded && this.#budget.left < this.#waiting.length) return;
    this.#waiting.push(job);
    this.#timer ??= setTimeout(() => this.#turn(), DELAY_MS).unref();
  }

  /** All that waits, now. */
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
