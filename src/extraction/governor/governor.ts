import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { AskedToWait } from "../../contract/errors.ts";
import type { Allowance, PermitOutcome } from "./adaptive-limit.ts";
import type { PermitStore } from "./permit-store.ts";

export interface Permit {
  /** Gives the permit back; said once, whatever came of it. */
  release(outcome: PermitOutcome): void;
}

interface Waiter {
  /** When the caller stops waiting, by the clock. */
  deadline: number;
  grant(permit: Permit): void;
  refuse(error: unknown): void;
}

/** Shorter waits are the pace of the source; from here on it is a pause that a caller should hear of at once. */
const PAUSE_MS = 1_000;

/**
 * Whose permit it is at one origin. Callers take permits one by one, whatever each has waiting, so that a thousand
 * pages of one do not starve the one page of another.
 */
export class Governor {
  readonly #origin: string;
  readonly #allowed: () => Allowance;
  readonly #store: PermitStore;
  readonly #clock: Clock;
  /** In the order of their permits: who got one goes to the end. */
  readonly #queues = new Map<string, Waiter[]>();
  #asking = false;
  #callOffWake: (() => void) | null = null;

  constructor(origin: string, allowed: () => Allowance, store: PermitStore, clock: Clock) {
    this.#origin = origin;
    this.#allowed = allowed;
    this.#store = store;
    this.#clock = clock;
  }

  acquire(caller: string, signal: AbortSignal, deadline = Number.POSITIVE_INFINITY): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#remove(caller, waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        deadline,
        grant: (permit) => {
          signal.removeEventListener("abort", leave);
          resolve(permit);
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

  /** Hands out permits while there are some. One ask of the store is in flight at a time, so that permits keep their order. */
  async #serve(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.#callOffWake?.();
      this.#callOffWake = null;
      while (this.#queues.size > 0) {
        const permit = randomUUID();
        const asked = this.#store.acquire(this.#origin, permit, this.#allowed());
        const waitMs = typeof asked === "number" ? asked : await asked;
        if (waitMs > 0) {
          if (Number.isFinite(waitMs) && waitMs >= PAUSE_MS) this.#refuseEarlierThan(waitMs);
          if (Number.isFinite(waitMs)) this.#callOffWake = this.#clock.after(waitMs, () => void this.#serve());
          return;
        }
        const waiter = this.#next();
        if (waiter) waiter.grant(this.#permitOf(permit));
        else this.#release(permit, { kind: "failed" });
      }
    } catch (error) {
      // The store is away. Letting everyone in is what a limiter must not do.
      for (let waiter = this.#next(); waiter; waiter = this.#next()) waiter.refuse(error);
    } finally {
      this.#asking = false;
    }
  }

  /** Nobody waits for a pause that outlasts his deadline. */
  #refuseEarlierThan(waitMs: number): void {
    const now = this.#clock.now();
    for (const [caller, queue] of [...this.#queues]) {
      for (const waiter of queue.filter(({ deadline }) => deadline <= now + waitMs)) {
        this.#remove(caller, waiter);
        waiter.refuse(new AskedToWait(waitMs, now));
      }
    }
  }

  #permitOf(permit: string): Permit {
    let released = false;
    return {
      release: (outcome) => {
        if (released) return;
        released = true;
        this.#release(permit, outcome);
      },
    };
  }

  #release(permit: string, outcome: PermitOutcome): void {
    const given = this.#store.release(this.#origin, permit, this.#allowed(), outcome);
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
