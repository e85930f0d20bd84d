import type { Clock } from "../base/clock.ts";

const OPENS_AFTER = 10;
/** The most of those ten that one caller's requests count for: failures that only a few callers see do not block others. */
const COUNTED_PER_CALLER = 3;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/** What failed. Repeated failures of one request, or one caller's odd requests, say little about the origin. */
export interface Failure {
  caller: string;
  /** Equal for the same page. */
  request: string;
  /** The connection failed: that is the origin's fault, whatever was requested. */
  connecting: boolean;
}

/**
 * Circuit breaker of an origin. Ten distinct requests that fail in a row open it: for everybody if at least four callers
 * saw them (or ten connections failed), otherwise for the one caller that made them all. After a rest it admits one probe,
 * and the rest doubles each time the probe fails. Any success closes it.
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

  /** Open for everybody, or for some caller. */
  get isOpen(): boolean {
    return this.#rest !== null || this.#restOfCaller.size > 0;
  }

  /** Time until the caller's next probe; a probe in flight is checked once a second. */
  restMs(caller: string): number {
    const until = Math.max(0, ...this.#restsOf(caller).map((rest) => rest.until));
    return Math.max(1_000, until - this.#clock.now());
  }

  /** Whether a request may be sent now. While the breaker is open, the first request after the rest is the probe. */
  admits(caller: string): boolean {
    const rests = this.#restsOf(caller);
    const now = this.#clock.now();
    if (rests.some(({ until, isProbing }) => isProbing || now < until)) return false;
    for (const rest of rests) rest.isProbing = true;
    return true;
  }

  succeeded(): void {
    // Skips empty maps: clearing one allocates a new table.
    if (this.#failed.size > 0) this.#failed.clear();
    if (this.#restOfCaller.size > 0) this.#restOfCaller.clear();
    this.#failedConnections = 0;
    this.#rest = null;
  }

  failed({ caller, request, connecting }: Failure): void {
    if (connecting) this.#failedConnections++;
    const failed = this.#failed.get(caller) ?? new Set();
    this.#failed.set(caller, failed);
    // Enough to open the breaker; more would only take memory.
    if (failed.size < OPENS_AFTER) failed.add(request);
    const now = this.#clock.now();
    for (const rest of this.#restsOf(caller)) rest.failed(now);
    if (!this.#rest && this.#isSeenByMany()) this.#rest = new Rest(now);
    if (failed.size >= OPENS_AFTER && !this.#restOfCaller.has(caller)) this.#restOfCaller.set(caller, new Rest(now));
  }

  /** The request was cancelled before it showed anything: the next one may be the probe. */
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
