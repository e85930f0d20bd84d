import { FairQueue } from "../base/fair-queue.ts";

/** Calls started per turn of the event loop. */
const CALLS_A_TURN = 2;

/**
 * Spreads a burst over many short turns of the event loop instead of one long one, accounts in turn. Work that does not
 * wait here, such as a load balancer's probe, is served in between.
 */
export class TurnBudget {
  readonly #waiting = new FairQueue<{ account: string; start(): void }>();
  #taken = 0;

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Starts now, or in a later turn. */
  spend(account: string, start: () => void): void {
    if (this.#waiting.size > 0 || this.#taken >= CALLS_A_TURN) this.#waiting.push({ account, start });
    else this.#start(start);
  }

  #start(start: () => void): void {
    if (this.#taken === 0) setImmediate(this.#nextTurn);
    this.#taken++;
    start();
  }

  #nextTurn = (): void => {
    this.#taken = 0;
    for (let nth = 0; nth < CALLS_A_TURN; nth++) {
      const next = this.#waiting.take(() => true);
      if (!next) return;
      this.#start(next.start);
    }
  };
}
