import type { Clock } from "../../base/clock.ts";
import { SourceError } from "../../contract/errors.ts";
import type { Transport } from "../transport/transport.ts";

/** Bytes that paid routes have brought, by source and day, of all processes and over restarts. */
export interface PaidTraffic {
  /** Adds to the bytes of a day and returns their sum. */
  add(source: string, day: string, bytes: number): Promise<number>;
}

/** Nothing is sent over a paid route for the rest of the day. The next route is used, if there is one. */
export class BudgetUsedUp extends SourceError {
  readonly policy = "next-route";
  constructor() {
    super("not_responding", undefined, {
      internal: "the daily budget of paid routes is used up (WINNOW_<SOURCE>_PROXY_MB_PER_DAY)",
    });
  }
}

/** Bytes that the paid routes of a source may bring in a day (UTC). */
export class DailyBudget {
  readonly #clock: Clock;
  readonly #add: ((day: string, bytes: number) => Promise<number>) | null;
  readonly limit: number;
  #day = "";
  /** The sum of all processes, as it was last told. */
  #saved = 0;
  #unsaved = 0;
  #isKnown = false;
  #saving: Promise<void> | null = null;

  constructor(limit: number, clock: Clock, add: ((day: string, bytes: number) => Promise<number>) | null = null) {
    this.limit = limit;
    this.#clock = clock;
    this.#add = add;
  }

  spend(bytes: number): void {
    this.#begin();
    this.#unsaved += bytes;
  }

  get spent(): number {
    this.#begin();
    return this.#saved + this.#unsaved;
  }

  get isUsedUp(): boolean {
    return this.spent >= this.limit;
  }

  /** Resolves once it is known what was spent today before this process, and in others. */
  async known(): Promise<void> {
    this.#begin();
    if (!this.#isKnown) await this.save();
  }

  /** Adds what was spent here to the sum of all. A store that is away is asked again next time. */
  async save(): Promise<void> {
    await this.#saving;
    this.#saving ??= this.#write().finally(() => {
      this.#saving = null;
    });
    await this.#saving;
  }

  async #write(): Promise<void> {
    const [day, bytes] = [this.#day, this.#unsaved];
    if (!this.#add || (this.#isKnown && bytes === 0)) return;
    const sum = await this.#add(day, bytes).catch(() => null);
    if (sum === null || day !== this.#day) return;
    this.#saved = sum;
    this.#unsaved -= bytes;
    this.#isKnown = true;
  }

  #begin(): void {
    const day = new Date(this.#clock.now()).toISOString().slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    this.#saved = 0;
    this.#unsaved = 0;
    this.#isKnown = this.#add === null;
  }
}

/** Every exchange over the transport counts, whoever sends it, and none begins once the budget is used up. */
export const paidTransport = (transport: Transport, budget: DailyBudget): Transport => ({
  async send(exchange) {
    await budget.known();
    if (budget.isUsedUp) throw new BudgetUsedUp();
    const onBytes = (count: number) => {
      budget.spend(count);
      exchange.onBytes(count);
    };
    return transport.send({ ...exchange, onBytes }).finally(() => void budget.save());
  },
  async close() {
    await transport.close();
    await budget.save();
  },
});
