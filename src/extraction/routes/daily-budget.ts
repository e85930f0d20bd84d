import type { Clock } from "../../base/clock.ts";

/** Bytes that paid routes may bring in a day (UTC), in this process. */
export class DailyBudget {
  readonly #clock: Clock;
  readonly limit: number;
  #day = "";
  #spent = 0;

  constructor(limit: number, clock: Clock) {
    this.limit = limit;
    this.#clock = clock;
  }

  spend(bytes: number): void {
    this.#spent = this.spent + bytes;
  }

  get spent(): number {
    const day = new Date(this.#clock.now()).toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#day = day;
      this.#spent = 0;
    }
    return this.#spent;
  }

  get isUsedUp(): boolean {
    return this.spent >= this.limit;
  }
}
