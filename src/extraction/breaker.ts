import type { Clock } from "../clock.ts";

const OPENS_AFTER = 10;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/**
 * Stops asking an origin that does not respond: opens after ten failures in a row, lets one request through after
 * a rest to see, and rests twice as long each time that one fails.
 */
export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #restMs = FIRST_REST_MS;
  #openUntil: number | null = null;
  #probing = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#openUntil !== null;
  }

  /** Until the next probe may go out; one that is out already is waited for a second at a time. */
  get restMs(): number {
    return Math.max(1_000, (this.#openUntil ?? 0) - this.#clock.now());
  }

  /** Whether a request may go out now; where the breaker is open, the first after the rest is the probe. */
  admits(): boolean {
    if (this.#openUntil === null) return true;
    if (this.#probing || this.#clock.now() < this.#openUntil) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restMs = FIRST_REST_MS;
    this.#openUntil = null;
    this.#probing = false;
  }

  failed(): void {
    this.#failures++;
    if (this.#probing) this.#restMs = Math.min(LONGEST_REST_MS, this.#restMs * 2);
    else if (this.#failures < OPENS_AFTER || this.isOpen) return;
    this.#probing = false;
    this.#openUntil = this.#clock.now() + this.#restMs;
  }

  /** The request was called off before it showed anything: the next one may be the probe. */
  undecided(): void {
    this.#probing = false;
  }
}
