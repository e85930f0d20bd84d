/**
 * Estimates the store's time from this process's monotonic time. A reply contains the store's time at some moment between
 * request and response; the fastest replies are the most precise. This machine's wall clock plays no part.
 */
export class StoreTime {
  /** Lower bound of the store's time minus ours. */
  #offset = Number.NEGATIVE_INFINITY;
  #at = 0;

  observe(storeNow: number, calledAt: number, receivedAt: number): void {
    // Clocks drift: old measurements count less, by a millisecond per second.
    const known = this.#offset - (receivedAt - this.#at) / 1000;
    const measured = storeNow - receivedAt;
    // More than the round trip allows: the store's clock was set back.
    this.#offset = known > storeNow - calledAt ? measured : Math.max(known, measured);
    this.#at = receivedAt;
  }

  local(storeTime: number): number {
    return storeTime - this.#offset;
  }
}
