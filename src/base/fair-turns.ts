interface Waiting {
  begin: number;
  end: number;
  start(): void;
}

/**
 * Runs pieces of work, one at a time, so that all accounts with much work get the same share (start-time fair queueing).
 * Pieces lie one after the other on a line of each account. A piece begins where the last one of its account ends, but never
 * before the piece that runs: an account gets no credit for being new, and owes nothing for time that no other account used. The piece
 * that ends first runs next, so that a small one waits for the piece that runs and not for a round of all others.
 */
export class FairTurns {
  /** Where the last piece of an account ends. */
  readonly #ends = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** Where the piece that runs begins. */
  #now = 0;
  #isRunning = false;

  /** `size` tells how long the work takes compared to that of others. */
  async run<T>(account: string, size: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      const begin = Math.max(this.#now, this.#ends.get(account) ?? 0);
      const end = begin + size;
      this.#ends.set(account, end);
      this.#waiting.push({ begin, end, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#isRunning = false;
      this.#startNext();
    }
  }

  #startNext(): void {
    if (this.#isRunning) return;
    if (this.#waiting.length === 0) {
      this.#now = Math.max(this.#now, ...this.#ends.values());
      this.#ends.clear();
      return;
    }
    this.#isRunning = true;
    const ends = this.#waiting.map(({ end }) => end);
    const [next] = this.#waiting.splice(ends.indexOf(Math.min(...ends)), 1);
    this.#now = Math.max(this.#now, next!.begin);
    for (const [account, end] of this.#ends) if (end <= this.#now) this.#ends.delete(account);
    next!.start();
  }
}
