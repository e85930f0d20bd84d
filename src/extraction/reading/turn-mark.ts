/** Shows the main thread which run has its turn in another, which cannot report while it is busy. */
export class TurnMark {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  begin(run: number): void {
    this.#set(run);
  }

  end(): void {
    this.#set(0);
  }

  /** Zero between turns. */
  get run(): number {
    return Atomics.load(this.#cells, 0);
  }

  /** Turns that began or ended. */
  get changes(): number {
    return Atomics.load(this.#cells, 1);
  }

  #set(run: number): void {
    Atomics.store(this.#cells, 0, run);
    Atomics.add(this.#cells, 1, 1);
  }
}
