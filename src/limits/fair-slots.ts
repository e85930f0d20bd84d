import { Shares } from "./shares.ts";

/**
 * Slots that accounts share. Neither an account nor anything else that is counted (a source, a receiver) has more than its
 * share of them, and the last free slot is for an account that has none: some are always left for others, however slow
 * the work of one account is.
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

  /** Who may not take another slot now. */
  get full(): { accounts: string[]; others: string[] } {
    const accounts = this.free > 1 ? this.#accounts.full() : this.#accounts.holders();
    return { accounts, others: this.#others.full() };
  }

  /** Takes a slot for somebody who is not full, and returns what gives it back. */
  enter(account: string, other: string): () => void {
    const leaveAccount = this.#accounts.enter([account]);
    const leaveOther = this.#others.enter([other]);
    if (!leaveAccount || !leaveOther) throw new Error(`no slot is left for ${leaveAccount ? other : account}`);
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
