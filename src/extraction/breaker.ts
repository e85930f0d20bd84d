import type { Clock } from "../base/clock.ts";

const OPENS_AFTER = 10;
/** Of those ten, the most that one caller's requests count for: what only a few callers see closes the origin to nobody else. */
const COUNTED_PER_CALLER = 3;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/** What failed: one request that is sent again and again, or one caller's odd ones, say little about the origin. */
export interface Failure {
  caller: string;
  /** The same for the same page. */
  request: string;
  /** No connection came about: that is the origin, whatever was asked for. */
  connecting: boolean;
}

/**
 * Stops asking an origin that does not respond. Failures in a row of ten distinct requests open it: for everybody if at least
 * four callers saw them (or ten connections failed), else for the one caller whose requests they all are. After a rest it lets one
 * request through to see, and rests twice as long each time that one fails. A success, whoever's, closes it.
 */
export class Breaker {
  readonly #clock: Clock;
  /** Distinct requests that failed since the last success, by caller. */
  readonly #failed = new Map<string, Set<string>>();
  #failedConnections = 0;
  #rest: Rest | null = null;
  readonly #restOfCaller = new Map<string, Rest>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For everybody, or for some caller. */
  get isOpen(): boolean {
    return this.#rest !== null || this.#restOfCaller.size > 0;
  }

  /** Until the caller's next probe may go out; one that is out already is waited for a second at a time. */
  restMs(caller: string): number {
    const until = Math.max(0, ...this.#restsOf(caller).map((rest) => rest.until));
    return Math.max(1_000, until - this.#clock.now());
  }

  /** Whether a request may go out now; where the breaker is open, the first after the rest is the probe. */
  admits(caller: string): boolean {
    const rests = this.#restsOf(caller);
    const now = this.#clock.now();
    if (rests.some(({ until, isProbing }) => isProbing || now < until)) return false;
    for (const rest of rests) rest.isProbing = true;
    return true;
  }

  succeeded(): void {
    // What is empty stays as it is: to clear a map makes a new table for it.
    if (this.#failed.size > 0) this.#failed.clear();
    if (this.#restOfCaller.size > 0) this.#restOfCaller.clear();
    this.#failedConnections = 0;
    this.#rest = null;
  }

  failed({ caller, request, connecting }: Failure): void {
    if (connecting) this.#failedConnections++;
    const failed = this.#failed.get(caller) ?? new Set();
    this.#failed.set(caller, failed);
    // Enough are known; more would only be kept.
    if (failed.size < OPENS_AFTER) failed.add(request);
    const now = this.#clock.now();
    for (const rest of this.#restsOf(caller)) rest.failed(now);
    if (!this.#rest && this.#isSeenByMany()) this.#rest = new Rest(now);
    if (failed.size >= OPENS_AFTER && !this.#restOfCaller.has(caller)) this.#restOfCaller.set(caller, new Rest(now));
  }

  /** The request was called off before it showed anything: the next one may be the probe. */
  undecided(caller: string): void {
    for (const rest of this.#restsOf(caller)) rest.isProbing = false;
  }

  #restsOf(caller: string): Rest[] {
    return [this.#rest, this.#restOfCaller.get(caller)].filter((rest) => rest != null);
  }

  #isSeenByMany(): boolean {
    if (this.#failedConnections >= OPENS_AFTER) return true;
    let counted = 0;
    for (const failed of this.#failed.values()) counted += Math.min(COUNTED_PER_CALLER, failed.size);
    return counted >= OPENS_AFTER;
  }
}

class Rest {
  isProbing = false;
  until: number;
  #ms = FIRST_REST_MS;

  constructor(now: number) {
    this.until = now + this.#ms;
  }

  failed(now: number): void {
    if (!this.isProbing) return;
    this.isProbing = false;
    this.#ms = Math.min(LONGEST_REST_MS, this.#ms * 2);
    this.until = now + this.#ms;
  }
}
