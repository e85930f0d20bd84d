import { Shares } from "./shares.ts";

/**
 * Slots shared by accounts. Neither an account nor another holder (a source, a receiver) exceeds its share. The last free
 * slot is reserved for an account that has none, and so is one slot beyond each other holder's share. So some slots are
 * always left for others, however slow one account's work is.
 */
export class FairSlots {
  readonly #all: Shares;
  readonly #accounts: Shares;
  readonly #others: Shares;

  constructor(slots: number, share: { ofAnAccount: number; ofAnother: number }) {
    this.#all = new Shares(slots);
    this.#accounts = new Shares(share.ofAnAccount);
    // One more than the share, for an account that has none.
    this.#others = new Shares(Math.min(share.ofAnother + 1, slots));
  }

  get free(): number {
    return this.#all.left("");
  }

  inUseOf(other: string): number {
    return this.#others.inUse(other);
  }

  /** Accounts that may not take another slot for one other holder now. */
  full(other: string): string[] {
    return Math.min(this.free, this.#others.left(other)) > 1 ? this.#accounts.full() : this.#accounts.holders();
  }

  /** How many slots work of any accounts that are not full, or not counted here, may take for one other holder. */
  room(other: string, notCounted: string[] = []): number {
    const full = [...this.full(other), ...notCounted];
    const inUse = this.#accounts.holders().filter((account) => !full.includes(account));
    const most = Math.max(0, ...inUse.map((account) => this.#accounts.inUse(account)));
    // The last one is left to a fetch for an account that has none.
    const left = Math.min(this.free, this.#others.left(other));
    return Math.max(0, Math.min(left > 1 ? left - 1 : left, this.#accounts.left("") - most));
  }

  /** Takes a slot, even beyond a share: the work is running already. Returns a function that releases it. */
  hold(account: string, other: string): () => void {
    const leaves = [this.#all.hold([""]), this.#accounts.hold([account]), this.#others.hold([other])];
    return () => {
      for (const leave of leaves) leave();
    };
  }
}
