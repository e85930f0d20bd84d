/** Work that waits beyond this is dropped: under such a load the next runs tell the same. */
const MOST_WAITING = 100;
const DELAY_MS = 20;
const TURN_MS = 5;

/** Work that can wait until the answers are sent: a little in each turn, so that no request waits for it. */
export class Deferred {
  #waiting: Array<() => void> = [];
  #timer: NodeJS.Timeout | null = null;

  add(job: () => void): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(job);
    this.#timer ??= setTimeout(() => this.#turn(), DELAY_MS).unref();
  }

  /** All that waits, now. */
  catchUp = (): void => {
    while (this.#waiting.length > 0) this.#waiting.shift()?.();
  };

  #turn(): void {
    const until = performance.now() + TURN_MS;
    while (this.#waiting.length > 0 && performance.now() < until) this.#waiting.shift()?.();
    this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#turn(), DELAY_MS).unref() : null;
  }
}
