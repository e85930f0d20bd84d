import { Shares } from "./shares.ts";

/**
 * Slots shared by accounts. Neither an account nor another holder (a source, a receiver) exceeds its share, and the last
 * free slot is reserved for an account that has none. So some slots are always left for others, however slow one account's
 * work is.
 */
export class FairSlots {
  readonly #slots: number;
  readonly #accounts: Shares;
  readonly #others: Shares;
  #taken = 0;

  constructor(slots: number, share: { ofAnAccount: number; ofAnother: number }) {
    this.#slots = slots;
    this.#accounts = new Shares(share.ofAnAccount);
    this.#others = new Shares(share.ofAnother);
  }

  get free(): number {
    return this.#slots - this.#taken;
  }

  inUse(account: string): number {
    return this.#accounts.inUse(account);
  }

  holders(): string[] {
    return this.#accounts.holders();
  }

  /** Holders that may not take another slot now. */
  get full(): { accounts: string[]; others: string[] } {
    const accounts = this.free > 1 ? this.#accounts.full() : this.#accounts.holders();
    return { accounts, others: this.#others.full() };
  }

  /** Takes a slot for a holder that is not full. Returns a function that releases it. */
  enter(account: string, other: string): () => void {
    const hasRoom = this.#accounts.hasRoom([account]);
    if (!hasRoom || !this.#others.hasRoom([other])) throw new Error(`no slot is left for ${hasRoom ? other : account}`);
    return this.hold(account, other);
  }

  /** Takes a slot for work that is running anyway, even beyond a share. */
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
