import type { Clock } from "./clock.ts";

/** After this time, time that was used counts half. */
const HALF_LIFE_MS = 60_000;

interface Used {
  ms: number;
  at: number;
}

/**
 * Runs work of accounts, one piece at a time. The account that has used the least time lately goes first: one that wants
 * little waits for the piece that is running, however many others want much.
 */
export class LeastUsedFirst {
  readonly #clock: Clock;
  readonly #used = new Map<string, Used>();
  readonly #waiting: Array<{ account: string; start(): void }> = [];
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ account, start });
      this.#startNext();
    });
    const began = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#add(account, this.#clock.now() - began);
      this.#isRunning = false;
      this.#startNext();
    }
  }

  #startNext(): void {
    if (this.#isRunning || this.#waiting.length === 0) return;
    this.#isRunning = true;
    const used = this.#waiting.map(({ account }) => this.#usedBy(account));
    const [next] = this.#waiting.splice(used.indexOf(Math.min(...used)), 1);
    next!.start();
  }

  #usedBy(account: string): number {
    const used = this.#used.get(account);
    return used ? used.ms * 2 ** ((used.at - this.#clock.now()) / HALF_LIFE_MS) : 0;
  }

  #add(account: string, ms: number): void {
    this.#used.set(account, { ms: this.#usedBy(account) + ms, at: this.#clock.now() });
    for (const other of this.#used.keys()) if (this.#usedBy(other) < 1) this.#used.delete(other);
  }
}
