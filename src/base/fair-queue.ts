/** How many items of an account's queue are searched: the first may wait for something that the next does not need. */
const LOOKED_AT = 16;

function next<T>(queue: T[], fits: (item: T) => boolean, isNewestFirst: boolean): number {
  for (let nth = 0; nth < Math.min(LOOKED_AT, queue.length); nth++) {
    const at = isNewestFirst ? queue.length - 1 - nth : nth;
    if (fits(queue[at]!)) return at;
  }
  return -1;
}

/** A queue per account. Accounts are served in turn, however many items each has. */
export class FairQueue<T extends { account: string }> {
  /** In turn order: a served account moves to the end. */
  readonly #queues = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Accounts with queued items. */
  get accounts(): number {
    return this.#queues.size;
  }

  sizeOf(account: string): number {
    return this.#queues.get(account)?.length ?? 0;
  }

  /** The oldest item of an account. */
  oldestOf(account: string): T | undefined {
    return this.#queues.get(account)?.[0];
  }

  push(item: T): void {
    const queue = this.#queues.get(item.account);
    if (queue) queue.push(item);
    else this.#queues.set(item.account, [item]);
    this.#size++;
  }

  /** Takes the next item that fits: one of an account's oldest, or of its newest if it is newest-first. */
  take(fits: (item: T) => boolean, isNewestFirst: (account: string) => boolean = () => false): T | undefined {
    for (const [account, queue] of this.#queues) {
      const at = next(queue, fits, isNewestFirst(account));
      if (at < 0) continue;
      const [item] = queue.splice(at, 1);
      this.#size--;
      this.#queues.delete(account);
      if (queue.length > 0) this.#queues.set(account, queue);
      return item;
    }
    return undefined;
  }

  remove(item: T): void {
    this.takeWhere((other) => other === item, item.account);
  }

  takeWhere(isWanted: (item: T) => boolean, account?: string): T[] {
    const taken: T[] = [];
    for (const name of account === undefined ? [...this.#queues.keys()] : [account]) {
      const queue = this.#queues.get(name) ?? [];
      const left = queue.filter((item) => !isWanted(item));
      if (left.length === queue.length) continue;
      taken.push(...queue.filter(isWanted));
      if (left.length > 0) this.#queues.set(name, left);
      else this.#queues.delete(name);
    }
    this.#size -= taken.length;
    return taken;
  }

  /** How many items are served up to and including one added now. */
  aheadOf(account: string): number {
    const own = this.sizeOf(account) + 1;
    let ahead = own;
    for (const [other, queue] of this.#queues) if (other !== account) ahead += Math.min(queue.length, own);
    return ahead;
  }

  /** Whether an account's queue is so short that the longest one must make room for it. */
  wouldDisplace(account: string): boolean {
    return this.sizeOf(account) + 1 < this.#longest().length;
  }

  /** Drops the item of the longest queue that would be served last: its newest, or its oldest if it is newest-first. */
  dropLongest(isNewestFirst: (account: string) => boolean = () => false): T | undefined {
    const longest = this.#longest();
    const last = longest[0] && longest.at(isNewestFirst(longest[0].account) ? 0 : -1);
    if (last) this.remove(last);
    return last;
  }

  #longest(): T[] {
    let longest: T[] = [];
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue;
    return longest;
  }
}
