import type { Clock } from "../clock.ts";

const OPENS_AFTER = 10;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
const CALLER_REMEMBERED_MS = 600_000;
const MOST_CALLERS = 1_000;

/** What failed: one request that is sent again and again, or one caller's odd ones, say little about the origin. */
export interface Failure {
  caller: string;
  /** The same for the same page. */
  request: string;
  /** No connection came about: that is the origin, whatever was asked for. */
  connecting: boolean;
}

/**
 * Stops asking an origin that does not respond: opens after failures in a row of ten distinct requests (or of ten
 * connections), lets one request through after a rest to see, and rests twice as long each time that one fails. While
 * others use the origin too, one caller's requests alone do not open it; where nobody else did, they open it for that
 * caller alone.
 */
export class Breaker {
  readonly #clock: Clock;
  readonly #failed = new Set<string>();
  readonly #failedCallers = new Set<string>();
  readonly #callers = new Map<string, number>();
  #failedConnections = 0;
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
  admits(caller: string): boolean {
    this.#noteCaller(caller);
    if (this.#openUntil === null || this.#isOpenForAnotherAlone(caller)) return true;
    if (this.#probing || this.#clock.now() < this.#openUntil) return false;
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    // What is empty stays as it is: to clear a set makes a new table for it.
    if (this.#failed.size > 0) this.#failed.clear();
    if (this.#failedCallers.size > 0) this.#failedCallers.clear();
    this.#failedConnections = 0;
    this.#restMs = FIRST_REST_MS;
    this.#openUntil = null;
    this.#probing = false;
  }

  failed({ caller, request, connecting }: Failure): void {
    if (connecting) this.#failedConnections++;
    // Enough are known; more would only be kept.
    if (this.#failed.size < OPENS_AFTER) this.#failed.add(request);
    if (this.#failedCallers.size < OPENS_AFTER) this.#failedCallers.add(caller);
    if (this.#probing) this.#restMs = Math.min(LONGEST_REST_MS, this.#restMs * 2);
    else if (this.isOpen || !this.#isTelling()) return;
    this.#probing = false;
    this.#openUntil = this.#clock.now() + this.#restMs;
  }

  /** The request was called off before it showed anything: the next one may be the probe. */
  undecided(): void {
    this.#probing = false;
  }

  #isTelling(): boolean {
    if (this.#failedConnections >= OPENS_AFTER) return true;
    if (this.#failed.size < OPENS_AFTER) return false;
    return this.#failedCallers.size > 1 || this.#callersOfLate() === 1;
  }

  #isOpenForAnotherAlone(caller: string): boolean {
    if (this.#failedConnections >= OPENS_AFTER) return false;
    return this.#failedCallers.size === 1 && !this.#failedCallers.has(caller);
  }

  #callersOfLate(): number {
    const since = this.#clock.now() - CALLER_REMEMBERED_MS;
    for (const [caller, at] of this.#callers) if (at < since) this.#callers.delete(caller);
    return this.#callers.size;
  }

  #noteCaller(caller: string): void {
    this.#callers.delete(caller);
    this.#callers.set(caller, this.#clock.now());
    if (this.#callers.size > MOST_CALLERS) this.#callers.delete(this.#callers.keys().next().value!);
  }
}
