/** Reproducible randomness for the catalogues of the stand-in sites. */
export interface Seeded {
  /** At least 0, below 1. */
  next(): number;
  /** An integer, both ends included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The same key gives the same draws, so an item can be generated without its predecessors. */
export const seeded = (key: string): Seeded => new Draws(hash(key));

/** A class because catalogues create tens of thousands of them: one small object each, and no closures. */
class Draws implements Seeded {
  #state: number;

  constructor(state: number) {
    this.#state = state;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  return value;
}
