/** Issues this many tokens a second, with bursts up to its capacity. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor({ perSecond, most, now }: { perSecond: number; most: number; now(): number }) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#now = now;
    this.#tokens = most;
    this.#filledAt = now();
  }

  /** Takes a token; false if there was none. */
  take(): boolean {
    if (this.left < 1) return false;
    this.spend(1);
    return true;
  }

  /** Charges for work that is already done. The balance may go negative; then nobody gets a token until it recovers. */
  spend(tokens: number): void {
    this.#tokens -= tokens;
  }

  get left(): number {
    const at = this.#now();
    this.#tokens = Math.min(this.#most, this.#tokens + ((at - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = at;
    return this.#tokens;
  }
}
