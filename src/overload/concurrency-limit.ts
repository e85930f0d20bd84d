import type { Clock } from "../base/clock.ts";

const FIRST = 64;
/** Refusals make turns long, too: fewer calls than this would leave the processor to them. */
const LEAST = 16;
/** A call needs about ten turns of the event loop, and a probe is promised an answer within 50 ms. */
const LONG_TURN_MS = 10;
const SHORT_TURN_MS = 6;
/** Every admission waits this long for the ledger: more was started than it can write. */
const LEDGER_SLOW_MS = 200;

/** How many calls the event loop and the ledger carry at once: grows while both are quick, falls when one is slow. */
export class ConcurrencyLimit {
  readonly #clock: Clock;
  readonly #most: number;
  /** Admissions that the ledger has not answered, the oldest first. */
  readonly #asked = new Set<{ at: number }>();
  /** The shortest that an admission took since the last look; null where none was answered. */
  #shortestMs: number | null = null;
  #value: number;

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
    this.#value = Math.min(FIRST, most);
  }

  get value(): number {
    return this.#value;
  }

  asking(): () => void {
    const asked = { at: this.#clock.now() };
    this.#asked.add(asked);
    return () => {
      if (!this.#asked.delete(asked)) return;
      this.#shortestMs = Math.min(this.#shortestMs ?? Number.POSITIVE_INFINITY, this.#clock.now() - asked.at);
    };
  }

  observe(turnMs: number, inFlight: number): void {
    const ledgerMs = this.#takeLedgerMs();
    if (turnMs > LONG_TURN_MS || ledgerMs > LEDGER_SLOW_MS) {
      this.#value = Math.min(this.#most, Math.max(LEAST, Math.min(this.#value, inFlight) * 0.85));
    } else if (turnMs < SHORT_TURN_MS && ledgerMs < LEDGER_SLOW_MS / 2 && inFlight >= this.#value - 1) {
      this.#value = Math.min(this.#most, this.#value * 1.05 + 1);
    }
  }

  /** What every admission waited at least, as one slow admission proves nothing; or has waited, where none was answered. */
  #takeLedgerMs(): number {
    const [oldest] = this.#asked;
    const waitedMs = this.#shortestMs ?? (oldest ? this.#clock.now() - oldest.at : 0);
    this.#shortestMs = null;
    return waitedMs;
  }
}
