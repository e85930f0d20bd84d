/** Calls that one turn of the event loop takes on. */
const CALLS_A_TURN = 2;

/**
 * A burst is taken on over many short turns of the event loop instead of one long one, in the order in which it came. So
 * what does not wait here, such as a probe of a balancer, is answered in between.
 */
export class TurnBudget {
  readonly #waiting: Array<() => void> = [];
  #taken = 0;

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Starts now, or in a later turn. */
  spend(start: () => void): void {
    if (this.#waiting.length > 0 || this.#taken >= CALLS_A_TURN) this.#waiting.push(start);
    else this.#start(start);
  }

  #start(start: () => void): void {
    if (this.#taken === 0) setImmediate(this.#nextTurn);
    this.#taken++;
    start();
  }

  #nextTurn = (): void => {
    this.#taken = 0;
    for (const start of this.#waiting.splice(0, CALLS_A_TURN)) this.#start(start);
  };
}
