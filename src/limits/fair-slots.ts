import { Shares } from "./shares.ts";

/**
 * Slots shared by accounts. Neither an account nor another holder (a source, a receiver) exceeds its share. The last free
 * slot is reserved for an account that has none, and so is one slot beyond each other holder's share. So some slots are
 * always left for others, however slow one account's work is.
 */
export class FairSlots {
  readonly #slots: number;
  readonly #accounts: Shares;
  readonly #others: Shares;
  #taken = 0;

  constructor(slots: number, share: { ofAnAccount: number; ofAnother: number }) {
    this.#slots = slots;
    this.#accounts = new Shares(share.ofAnAccount);
    // One more than the share, for an account that has none.
    this.#others = new Shares(Math.min(share.ofAnother + 1, slots));
  }

  get free(): number {
    return this.#slots - this.#taken;
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
    const leaveAccount = this.#accounts.hold([account]);
    const leaveOther = this.#others.hold([other]);
    this.#taken++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#taken--;
      leaveAccount();
      leaveOther();
    };
  }
}
