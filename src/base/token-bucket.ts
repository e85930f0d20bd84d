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
    if (this.left < 1) return false;
    this.spend(1);
    return true;
  }

  /** Takes tokens for what is done already, also such as are not there yet: nobody gets one until they are made up for. */
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
