import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { Allowance, TurnOutcome } from "./manners.ts";
import type { TurnBook } from "./turn-book.ts";

export interface Turn {
  /** Gives the place back; said once, whatever came of it. */
  over(outcome: TurnOutcome): void;
}

interface Waiter {
  grant(turn: Turn): void;
  refuse(error: unknown): void;
}

/**
 * Whose turn it is at one origin. Callers take turns one by one, whatever each has waiting, so that a thousand
 * pages of one do not starve the one page of another.
 */
export class Governor {
  readonly #origin: string;
  readonly #allowed: () => Allowance;
  readonly #book: TurnBook;
  readonly #clock: Clock;
  /** In the order of their turns: who got one goes to the end. */
  readonly #queues = new Map<string, Waiter[]>();
  #asking = false;
  #callOffWake: (() => void) | null = null;

  constructor(origin: string, allowed: () => Allowance, book: TurnBook, clock: Clock) {
    this.#origin = origin;
    this.#allowed = allowed;
    this.#book = book;
    this.#clock = clock;
  }

  turn(caller: string, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#remove(caller, waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        grant: (turn) => {
          signal.removeEventListener("abort", leave);
          resolve(turn);
        },
        refuse: (error) => {
          signal.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      const queue = this.#queues.get(caller);
      if (queue) queue.push(waiter);
      else this.#queues.set(caller, [waiter]);
      this.#serve();
    });
  }

  close(): void {
    this.#callOffWake?.();
    this.#callOffWake = null;
  }

  /** Hands out places while there are some. One ask of the book is under way at a time, so that turns keep their order. */
  async #serve(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.#callOffWake?.();
      this.#callOffWake = null;
      while (this.#queues.size > 0) {
        const place = randomUUID();
        const asked = this.#book.take(this.#origin, place, this.#allowed());
        const waitMs = typeof asked === "number" ? asked : await asked;
        if (waitMs > 0) {
          if (Number.isFinite(waitMs)) this.#callOffWake = this.#clock.after(waitMs, () => void this.#serve());
          return;
        }
        const waiter = this.#next();
        if (waiter) waiter.grant(this.#turnAt(place));
        else this.#give(place, { kind: "failed" });
      }
    } catch (error) {
      // The book is away. Letting everyone in is what a limiter must not do.
      for (let waiter = this.#next(); waiter; waiter = this.#next()) waiter.refuse(error);
    } finally {
      this.#asking = false;
    }
  }

  #turnAt(place: string): Turn {
    let over = false;
    return {
      over: (outcome) => {
        if (over) return;
        over = true;
        this.#give(place, outcome);
      },
    };
  }

  #give(place: string, outcome: TurnOutcome): void {
    const given = this.#book.give(this.#origin, place, this.#allowed(), outcome);
    if (given instanceof Promise) given.catch(() => {}).finally(() => void this.#serve());
    else void this.#serve();
  }

  #next(): Waiter | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [caller, queue] = first;
    const waiter = queue.shift();
    this.#queues.delete(caller);
    if (queue.length > 0) this.#queues.set(caller, queue);
    return waiter;
  }

  #remove(caller: string, waiter: Waiter): void {
    const queue = this.#queues.get(caller);
    if (!queue) return;
    const left = queue.filter((other) => other !== waiter);
    if (left.length > 0) this.#queues.set(caller, left);
    else this.#queues.delete(caller);
    if (this.#queues.size === 0) this.close();
  }
}
