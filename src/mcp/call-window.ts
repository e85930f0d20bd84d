import type { Clock } from "../clock.ts";
import { Fault } from "./fault.ts";

const CALLS = 120;
const WINDOW_MS = 60_000;
const AT_ONCE = 4;

/**
 * What an account may call here whatever it costs: free tools are counted in no other window. Kept in memory, for each
 * process on its own.
 */
export class CallWindow {
  readonly #clock: Clock;
  #window = -1;
  #calls = new Map<string, number>();
  readonly #running = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(accountId: string): void {
    const now = this.#clock.now();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#calls = new Map();
    }
    const calls = (this.#calls.get(accountId) ?? 0) + 1;
    this.#calls.set(accountId, calls);
    if (calls <= CALLS) return;
    const seconds = Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - now) / 1000));
    throw new Fault(`429 rate_limited: ${CALLS} calls a minute at /mcp. Try again in ${seconds} s. Nothing was done.`);
  }

  /** For reading results, which costs memory while it runs. */
  async during<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(accountId) ?? 0;
    if (running >= AT_ONCE)
      throw new Fault(`429 rate_limited: ${AT_ONCE} results are being read. Wait for one to end.`);
    this.#running.set(accountId, running + 1);
    try {
      return await work();
    } finally {
      const left = this.#running.get(accountId)! - 1;
      if (left === 0) this.#running.delete(accountId);
      else this.#running.set(accountId, left);
    }
  }
}
