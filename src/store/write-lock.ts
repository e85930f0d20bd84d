/** Free; held; free, but reserved for threads that already wait. */
const FREE = 0;
const TAKEN = 1;
const PASSED_ON = 2;
/** How long a thread waits for the lock before it relies on SQLite, which reports "database is locked". */
const MAX_MS = 10_000;
/** How often a waiting thread polls, in case nobody wakes it. */
const SLICE_MS = 50;

/** Memory that a process's threads share for the lock; one per opened store. */
export const newWriteLock = (): SharedArrayBuffer => new SharedArrayBuffer(8);

/**
 * A fair write lock between the threads of one process. SQLite itself has no queue: a thread that finds the file locked
 * sleeps up to 100 ms and retries, so a thread that writes continuously can starve it.
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

  /** How many threads wait for the lock. */
  get waiting(): number {
    return Atomics.load(this.#state, 1);
  }

  /** Waits for the lock. After a timeout it proceeds without it; SQLite's own lock still keeps writers apart. */
  acquire(maxMs = MAX_MS): void {
    const state = this.#state;
    if (Atomics.compareExchange(state, 0, FREE, TAKEN) === FREE) {
      this.#mine = true;
      return;
    }
    Atomics.add(state, 1, 1);
    const until = performance.now() + maxMs;
    for (let first = true; !this.#mine && performance.now() < until; first = false) {
      const seen = Atomics.load(state, 0);
      // A thread that has just released the lock waits at least once before taking it again.
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
