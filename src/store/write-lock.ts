/** Free; held; free, but reserved for the threads that already wait. */
const FREE = 0;
const TAKEN = 1;
const PASSED_ON = 2;
/** How long a thread waits for the lock before it leaves the matter to SQLite, which answers "database is locked". */
const MOST_MS = 10_000;
/** A wait is looked at again so often, should nobody wake it. */
const SLICE_MS = 50;

/** The memory that the threads of a process share for the lock; one for each opened store. */
export const newWriteLock = (): SharedArrayBuffer => new SharedArrayBuffer(8);

/**
 * A fair write lock between the threads of one process. SQLite itself has no queue: who finds the file locked sleeps for up to
 * 100 ms and looks again, so a thread that writes without pause keeps another from it until that gives up.
 */
export class WriteLock {
  readonly #state: Int32Array;
  #mine = false;

  constructor(shared: SharedArrayBuffer) {
    this.#state = new Int32Array(shared);
  }

  get isMine(): boolean {
    return this.#mine;
  }

  /** How many threads wait for theirs. */
  get waiting(): number {
    return Atomics.load(this.#state, 1);
  }

  /** Waits for the lock. Without it after a while, SQLite's own lock still keeps writers apart. */
  acquire(mostMs = MOST_MS): void {
    const state = this.#state;
    if (Atomics.compareExchange(state, 0, FREE, TAKEN) === FREE) {
      this.#mine = true;
      return;
    }
    Atomics.add(state, 1, 1);
    const until = performance.now() + mostMs;
    for (let first = true; !this.#mine && performance.now() < until; first = false) {
      const seen = Atomics.load(state, 0);
      // A thread that has just released the lock waits at least once before it may have it again.
      if (seen === TAKEN || (first && seen === PASSED_ON)) Atomics.wait(state, 0, seen, SLICE_MS);
      this.#mine =
        Atomics.compareExchange(state, 0, PASSED_ON, TAKEN) === PASSED_ON ||
        Atomics.compareExchange(state, 0, FREE, TAKEN) === FREE;
    }
    Atomics.sub(state, 1, 1);
  }

  release(): void {
    if (!this.#mine) return;
    this.#mine = false;
    Atomics.store(this.#state, 0, Atomics.load(this.#state, 1) > 0 ? PASSED_ON : FREE);
    Atomics.notify(this.#state, 0, 1);
  }
}
