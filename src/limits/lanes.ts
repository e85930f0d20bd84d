import type { Clock } from "../base/clock.ts";
import { FairSlots } from "./fair-slots.ts";

interface Shares {
  ofAnAccount: number;
  ofAnother: number;
}

/** A slot in use. */
export interface Slot {
  leave(): void;
  /**
   * The work waits for somebody else and makes no progress: it gives its slot back and continues in the slow lane. False if
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

  /** Slots in use for another holder. */
  inUseOf(other: string): number {
    return this.#quick.inUseOf(other) + this.#slow.inUseOf(other);
  }

  /** How much work may be taken of one other holder now, and of which accounts none. */
  room(other: string): { max: number; full: string[] } {
    const slow = this.#slowAccounts();
    const isFull = this.#slow.full(other);
    const fullSlow = this.#slow.free === 0 ? slow : slow.filter((account) => isFull.includes(account));
    const quick = this.#quick.full(other).filter((account) => !slow.includes(account));
    const max = this.#quick.room(other, slow);
    return {
      max: fullSlow.length === slow.length ? max : Math.min(max, this.#slow.room(other)),
      full: [...quick, ...fullSlow],
    };
  }

  /** Takes a slot for work that was taken: in the slow lane if its account's work hung lately. */
  enter(account: string, other: string): Slot {
    const lane = this.#slowAccounts().includes(account) ? this.#slow : this.#quick;
    let leave = lane.hold(account, other);
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
