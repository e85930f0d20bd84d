const FIRST = 64;
/** Rejections lengthen turns too: a lower limit would leave the processor to them. */
const MIN = 16;
/** A call needs about ten turns of the event loop, and a probe must be answered within 50 ms. */
const LONG_TURN_MS = 10;
const SHORT_TURN_MS = 6;
/** If every admission waits this long for the ledger, more calls were started than it can write. */
const SLOW_LEDGER_MS = 200;

/** Adaptive limit of concurrent calls: grows while the event loop and the ledger are fast, falls when one is slow. */
export class ConcurrencyLimit {
  readonly #most: number;
  /** The fastest admission since the last sample; null if none ended. */
  #quickestMs: number | null = null;
  /** The same at the last sample that had one. One slow admission proves nothing, but if all are slow, so is the fastest. */
  #ledgerMs = 0;
  #value: number;

  constructor(max: number) {
    this.#most = max;
    this.#value = Math.min(FIRST, max);
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
      this.#value = Math.min(this.#most, Math.max(MIN, Math.min(this.#value, inFlight) * 0.85));
    } else if (turnMs < SHORT_TURN_MS && this.#ledgerMs < SLOW_LEDGER_MS / 2 && inFlight >= this.#value - 1) {
      this.#value = Math.min(this.#most, this.#value * 1.05 + 1);
    }
  }
}
