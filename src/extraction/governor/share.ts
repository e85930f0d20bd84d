/**
 * What one process may do at an origin: so many in flight, and starts at a rate (a token bucket that holds as many as
 * there are permits). Shares of several processes that add up to the whole keep to the whole's bounds together.
 */
export class Share {
  #permits = 0;
  /** Starts a second; null without a rate. */
  #perSecond: number | null = 0;
  #tokens = 0;
  #tokensAt = 0;
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  get permits(): number {
    return this.#permits;
  }

  get perSecond(): number | null {
    return this.#perSecond;
  }

  /** The share becomes another one: tokens that are saved stay, as far as the smaller bucket holds them; none are given. */
  resize(permits: number, perSecond: number | null, now: number): void {
    this.#refill(now);
    this.#permits = permits;
    this.#perSecond = perSecond;
    this.#tokens = Math.min(this.#tokens, permits);
  }

  /** Starts that were saved before the share was this process's. */
  save(starts: number): void {
    this.#tokens = Math.min(this.#permits, this.#tokens + starts);
  }

  /** Starts one, or says how long to wait before asking again; `Infinity` is until one ends or the share grows. */
  start(now: number): number {
    if (this.#inFlight >= this.#permits) return Number.POSITIVE_INFINITY;
    if (this.#perSecond !== null) {
      this.#refill(now);
      // At a rate of 0 that is for ever.
      if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000);
      this.#tokens -= 1;
    }
    this.#inFlight++;
    return 0;
  }

  end(): void {
    this.#inFlight--;
  }

  /** How long so many starts from now take, by what is known of one. */
  expectedMs(starts: number, typicalMs: number | null): number {
    const byRate = this.#perSecond ? (Math.max(0, starts - this.#tokens) / this.#perSecond) * 1000 : 0;
    const rounds = this.#permits > 0 ? Math.floor((this.#inFlight + starts) / this.#permits) : 0;
    return Math.max(byRate, rounds * (typicalMs ?? 0));
  }

  #refill(now: number): void {
    const earned = (Math.max(0, now - this.#tokensAt) * (this.#perSecond ?? 0)) / 1000;
    this.#tokens = Math.min(this.#permits, this.#tokens + earned);
    this.#tokensAt = now;
  }
}
