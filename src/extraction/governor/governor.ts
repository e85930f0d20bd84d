import type { Clock } from "../../clock.ts";
import { AskedToWait } from "../../contract/errors.ts";
import { SourceBusy } from "../retry.ts";
import type { Allowance, PermitOutcome } from "./adaptive-limit.ts";
import type { OriginPermits, PermitStore } from "./permit-store.ts";

export interface Permit {
  /** Gives the permit back; said once, whatever came of it. */
  release(outcome: PermitOutcome): void;
  /** Calls `then` if the permit is taken back before that. */
  onLost(then: () => void): void;
}

/** The adaptive limit at work, as this process sees it. */
export interface LimiterState {
  permits: number;
  inFlight: number;
  waiting: number;
}

interface Waiter {
  /** When the caller stops waiting, by the clock. */
  deadline: number;
  grant(permit: Permit): void;
  refuse(error: unknown): void;
}

interface Wish {
  deadline: number;
  /** A run that has begun waits as long as it may; one that has not is refused where it could not begin in time. */
  hasBegun: boolean;
}

const patient: Wish = { deadline: Number.POSITIVE_INFINITY, hasBegun: true };

/** Shorter waits are the pace of the source; from here on it is a pause that a caller should hear of at once. */
const PAUSE_MS = 1_000;

/**
 * Whose permit it is at one origin. Callers take permits one by one, whatever each has waiting, so that a thousand
 * pages of one do not starve the one page of another.
 */
export class Governor {
  readonly #permits: OriginPermits;
  readonly #clock: Clock;
  /** In the order of their permits: who got one goes to the end. */
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;
  #serving = false;
  #callOffWake: (() => void) | null = null;

  constructor(origin: string, allowed: () => Allowance, store: PermitStore, clock: Clock) {
    this.#clock = clock;
    this.#permits = store.open(origin, allowed, () => this.#serve());
  }

  acquire(caller: string, signal: AbortSignal, { deadline, hasBegun }: Wish = patient): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waitMs = hasBegun ? 0 : this.#expectedWaitOf(caller);
      if (this.#clock.now() + waitMs > deadline) return reject(new SourceBusy(waitMs));
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
      this.#waiting++;
      this.#serve();
    });
  }

  get state(): LimiterState {
    return { ...this.#permits.state(), waiting: this.#waiting };
  }

  async close(): Promise<void> {
    this.#sleep();
    await this.#permits.close();
  }

  /** Callers are served in turn, so a caller waits for no more of another's than it has itself. */
  #expectedWaitOf(caller: string): number {
    const own = (this.#queues.get(caller)?.length ?? 0) + 1;
    let ahead = own;
    for (const [other, queue] of this.#queues) if (other !== caller) ahead += Math.min(queue.length, own);
    return this.#permits.expectedWait(ahead);
  }

  /** Hands out permits while there are some. */
  #serve(): void {
    if (this.#serving) return;
    this.#serving = true;
    this.#sleep();
    while (this.#queues.size > 0) {
      const waitMs = this.#permits.acquire(this.#waiting);
      if (waitMs > 0) {
        if (Number.isFinite(waitMs) && waitMs >= PAUSE_MS) this.#refuseEarlierThan(waitMs);
        if (Number.isFinite(waitMs)) this.#callOffWake = this.#clock.after(waitMs, () => this.#serve());
        break;
      }
      this.#next()!.grant(this.#newPermit());
    }
    this.#serving = false;
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

  #newPermit(): Permit {
    let released = false;
    let forget = () => {};
    return {
      release: (outcome) => {
        if (released) return;
        released = true;
        forget();
        this.#permits.release(outcome);
        this.#serve();
      },
      onLost: (then) => {
        forget = this.#permits.onLost(then);
      },
    };
  }

  #sleep(): void {
    this.#callOffWake?.();
    this.#callOffWake = null;
  }

  #next(): Waiter | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [caller, queue] = first;
    const waiter = queue.shift();
    this.#waiting--;
    this.#queues.delete(caller);
    if (queue.length > 0) this.#queues.set(caller, queue);
    return waiter;
  }

  #remove(caller: string, waiter: Waiter): void {
    const queue = this.#queues.get(caller);
    if (!queue) return;
    const left = queue.filter((other) => other !== waiter);
    this.#waiting -= queue.length - left.length;
    if (left.length > 0) this.#queues.set(caller, left);
    else this.#queues.delete(caller);
    if (this.#queues.size === 0) this.#sleep();
  }
}
