/**
 * The store's time in terms of this process's. A reply says what time it was there at some moment between the question
 * and the answer; the quickest answers say it best. Wall clocks of this machine play no part.
 */
export class StoreTime {
  /** The store's time minus ours, at least. */
  #offset = Number.NEGATIVE_INFINITY;
  #at = 0;

  observe(storeNow: number, askedAt: number, receivedAt: number): void {
    // Clocks drift: what was measured long ago counts less, by a millisecond a second.
    const known = this.#offset - (receivedAt - this.#at) / 1000;
    const measured = storeNow - receivedAt;
    // More than the question allows: the store's clock was set back.
    this.#offset = known > storeNow - askedAt ? measured : Math.max(known, measured);
    this.#at = receivedAt;
  }

  local(storeTime: number): number {
    return storeTime - this.#offset;
  }
}
