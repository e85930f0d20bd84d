/**
 * Counts what each holder (an account, a source, a network) has in use and caps it at its share. One call may count for
 * several holders: it needs capacity with each.
 */
export class Shares {
  readonly #share: () => number;
  readonly #inUse = new Map<string, number>();

  /** `share` is read at every entry, so that it can follow an adaptive limit. */
  constructor(share: number | (() => number)) {
    this.#share = typeof share === "number" ? () => share : share;
  }

  inUse(holder: string): number {
    return this.#inUse.get(holder) ?? 0;
  }

  /** What is left of a holder's share. */
  left(holder: string): number {
    return this.#share() - this.inUse(holder);
  }

  holders(): string[] {
    return [...this.#inUse.keys()];
  }

  /** Holders whose whole share is in use. */
  full(): string[] {
    return this.holders().filter((holder) => !this.hasRoom([holder]));
  }

  hasRoom(holders: readonly string[], amount = 1): boolean {
    const share = this.#share();
    return holders.every((holder) => this.inUse(holder) + amount <= share);
  }

  /** Takes the amount for each holder. Returns a function that releases it once, or null if one of them is full. */
  enter(holders: readonly string[], amount = 1): (() => void) | null {
    return this.hasRoom(holders, amount) ? this.hold(holders, amount) : null;
  }

  /** The same beyond the share, for what is in use anyway. */
  hold(holders: readonly string[], amount = 1): () => void {
    for (const holder of holders) this.#add(holder, amount);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      for (const holder of holders) this.#add(holder, -amount);
    };
  }

  #add(holder: string, by: number): void {
    const now = this.inUse(holder) + by;
    if (now > 0) this.#inUse.set(holder, now);
    else this.#inUse.delete(holder);
  }
}

/** The share of one holder: a part of the whole, so that some is left for others, and at least one. */
export const shareOf = (whole: number, part: number): number => Math.max(1, Math.floor(whole * part));
