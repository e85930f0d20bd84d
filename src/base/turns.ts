/** Pieces that one piece of work may do in a row while others wait. */
const IN_A_ROW = 64;

/**
 * Shares the event loop among long pieces of work: one step of one of them in each turn, so that nobody else waits long. A
 * piece of work goes on for a while before the next has its turn: then few of them have something in memory at a time.
 */
export class Turns {
  readonly #waiting: Array<() => void> = [];
  #isScheduled = false;

  /** A function to await before each step of one piece of work. */
  begin(): () => Promise<void> {
    let steps = 0;
    return () =>
      new Promise((go) => {
        if (steps++ % IN_A_ROW === 0) this.#waiting.push(go);
        else this.#waiting.unshift(go);
        this.#schedule();
      });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#waiting.shift()?.();
      this.#schedule();
    });
  }
}
