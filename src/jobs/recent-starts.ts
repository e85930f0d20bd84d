import type { Clock } from "../base/clock.ts";

const WINDOW_MS = 10_000;
/** Accounts that are told apart; those that started less count as none. */
const MAX_ACCOUNTS = 100;

/** How many jobs each account started lately, in this process. */
export class RecentStarts {
  readonly #clock: Clock;
  #starts: Array<{ account: string; at: number }> = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(account: string): void {
    this.#starts.push({ account, at: this.#clock.now() });
  }

  /** The accounts that started most, with their numbers. */
  counts(): Array<[account: string, started: number]> {
    const since = this.#clock.now() - WINDOW_MS;
    this.#starts = this.#starts.filter(({ at }) => at > since);
    const counts = new Map<string, number>();
    for (const { account } of this.#starts) counts.set(account, (counts.get(account) ?? 0) + 1);
    return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_ACCOUNTS);
  }
}
