/** Gives out so many tokens a second, and at once at most as many as it holds. */
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

  /** Whether there was one. */
  take(): boolean {
    const at = this.#now();
    this.#tokens = Math.min(this.#most, this.#tokens + ((at - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = at;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
