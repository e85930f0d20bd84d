import type { Clock } from "../base/clock.ts";
import { FairSlots } from "./fair-slots.ts";

interface Shares {
  ofAnAccount: number;
  ofAnother: number;
}

/** Which work may be taken next: not of these accounts and other holders, and only of some accounts if they are named. */
export interface Wanted {
  lane: FairSlots;
  accounts: string[];
  others: string[];
  only: string[] | null;
}

/** A slot in use. */
export interface Slot {
  leave(): void;
  /**
   * The work waits for a stranger and makes no progress: it gives its slot back and goes on in the slow lane. False if
   * that is full: then it keeps its slot, and should end.
   */
  hangs(): boolean;
}

/** How long an account's work starts in the slow lane after some of it hung. */
const SLOW_MS = 60_000;
/** Accounts remembered as slow; beyond these the one that hung longest ago is forgotten. */
const MAX_REMEMBERED = 1_000;

/**
 * Slots for work that depends on strangers: sites, receivers, storage. Work that hangs leaves its slot to others, and for a
 * while its account's work starts in the slow lane, which has as many slots again. So accounts whose work hangs delay only
 * each other, however many they are.
 */
export class Lanes {
  readonly #clock: Pick<Clock, "now">;
  readonly #quick: FairSlots;
  readonly #slow: FairSlots;
  /** When the last work of an account hung, the longest ago first. */
  readonly #hungAt = new Map<string, number>();

  constructor(clock: Pick<Clock, "now">, slots: number, share: Shares) {
    this.#clock = clock;
    this.#quick = new FairSlots(slots, share);
    this.#slow = new FairSlots(slots, share);
  }

  inUse(account: string): number {
    return this.#quick.inUse(account) + this.#slow.inUse(account);
  }

  /** Accounts that have a slot. */
  holders(): string[] {
    return [...this.#quick.holders(), ...this.#slow.holders()];
  }

  /** What may be taken now, the quick lane first. */
  wanted(): Wanted[] {
    const slow = this.#slowAccounts();
    const [quick, rest] = [this.#quick.full, this.#slow.full];
    const only = slow.filter((account) => !rest.accounts.includes(account));
    return [
      { lane: this.#quick, accounts: [...quick.accounts, ...slow], others: quick.others, only: null },
      ...(only.length > 0 ? [{ lane: this.#slow, accounts: [], others: rest.others, only }] : []),
    ].filter(({ lane }) => lane.free > 0);
  }

  enter(lane: FairSlots, account: string, other: string): Slot {
    let leave = lane.enter(account, other);
    let hasMoved = false;
    return {
      leave: () => leave(),
      hangs: () => {
        this.#remember(account);
        if (hasMoved || lane === this.#slow) return true;
        if (this.#slow.free === 0) return false;
        hasMoved = true;
        leave();
        leave = this.#slow.hold(account, other);
        return true;
      },
    };
  }

  #remember(account: string): void {
    this.#hungAt.delete(account);
    this.#hungAt.set(account, this.#clock.now());
    const [oldest] = this.#hungAt.keys();
    if (this.#hungAt.size > MAX_REMEMBERED) this.#hungAt.delete(oldest!);
  }

  #slowAccounts(): string[] {
    const since = this.#clock.now() - SLOW_MS;
    for (const [account, at] of this.#hungAt) {
      if (at > since) break;
      this.#hungAt.delete(account);
    }
    return [...this.#hungAt.keys()];
  }
}
