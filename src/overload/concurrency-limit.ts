const FIRST = 64;
/** Refusals make turns long, too: fewer calls than this would leave the processor to them. */
const LEAST = 16;
/** A call needs about ten turns of the event loop, and a probe is promised an answer within 50 ms. */
const LONG_TURN_MS = 10;
const SHORT_TURN_MS = 6;
/** Every admission waits this long for the ledger: more was started than it can write. */
const SLOW_LEDGER_MS = 200;

/** How many calls the event loop and the ledger carry at once: grows while both are quick, falls when one is slow. */
export class ConcurrencyLimit {
  readonly #most: number;
  /** The shortest that an admission took since the last look; null where none ended. */
  #quickestMs: number | null = null;
  /** The same at the last look that knew one: one slow admission proves nothing, but when all are slow the quickest is. */
  #ledgerMs = 0;
  #value: number;

  constructor(most: number) {
    this.#most = most;
    this.#value = Math.min(FIRST, most);
  }

  get value(): number {
    return this.#value;
  }

  admitted(tookMs: number): void {
    this.#quickestMs = Math.min(this.#quickestMs ?? tookMs, tookMs);
  }

  observe(turnMs: number, inFlight: number): void {
    this.#ledgerMs = this.#quickestMs ?? this.#ledgerMs;
    this.#quickestMs = null;
    if (turnMs > LONG_TURN_MS || this.#ledgerMs > SLOW_LEDGER_MS) {
      this.#value = Math.min(this.#most, Math.max(LEAST, Math.min(this.#value, inFlight) * 0.85));
    } else if (turnMs < SHORT_TURN_MS && this.#ledgerMs < SLOW_LEDGER_MS / 2 && inFlight >= this.#value - 1) {
      this.#value = Math.min(this.#most, this.#value * 1.05 + 1);
    }
  }
}
