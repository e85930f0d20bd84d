import type { Clock } from "../clock.ts";

const MOST_BAD = 60;
const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Wrong keys from one network: above a number in a minute its keys are not looked up any more, so that guessing costs the
 * store nothing. A key that was right before goes on: a neighbour's mistake does not stop a customer.
 */
export class BadKeys {
  readonly #clock: Clock;
  #window = -1;
  #bad = new Map<string, number>();
  readonly #good = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds to wait, or 0 where the key may be looked up. */
  wait(network: string, hash: string): number {
    const now = this.#clock.now();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#bad = new Map();
    }
    if ((this.#bad.get(network) ?? 0) < MOST_BAD || this.#good.has(hash)) return 0;
    return Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - now) / 1000));
  }

  bad(network: string, hash: string): void {
    this.#good.delete(hash);
    this.#bad.set(network, (this.#bad.get(network) ?? 0) + 1);
  }

  good(hash: string): void {
    if (this.#good.has(hash)) return;
    if (this.#good.size >= REMEMBERED) this.#good.clear();
    this.#good.add(hash);
  }
}
