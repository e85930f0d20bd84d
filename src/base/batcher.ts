interface Waiting<C, R> {
  command: C;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export interface QueueState {
  queued: number;
  inFlight: number;
}

export interface BatcherSettings<C> {
  /** Concurrent batches. */
  lanes: number;
  /** Maximum commands per batch. */
  max: number;
  /** The account whose rows a command locks. Two batches that lock the same rows would block each other in the store. */
  accountOf(command: C): string;
  /** Whether the failure certainly left nothing behind, so that the commands may run again. */
  leftNothing(error: unknown): boolean;
}

/**
 * Shares commits: commands that arrive while a batch is in flight are sent together in the next. An account is in one batch
 * at a time, so that a busy one uses a single lane and leaves the others to its neighbours. A batch that fails as a whole
 * is rerun one by one, so that one bad command cannot fail those that were queued with it.
 */
export class Batcher<C, R> {
  readonly #send: (commands: C[]) => Promise<R[]>;
  readonly #settings: BatcherSettings<C>;
  readonly #busyAccounts = new Set<string>();
  #queue: Array<Waiting<C, R>> = [];
  #inFlight = 0;
  #isPumpDue = false;
  #idle: Array<() => void> = [];

  constructor(send: (commands: C[]) => Promise<R[]>, settings: BatcherSettings<C>) {
    this.#send = send;
    this.#settings = settings;
  }

  run(command: C): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, resolve, reject });
      if (this.#inFlight === 0) this.#pump();
      else this.#pumpAfterThisTurn();
    });
  }

  /** Queued commands and batches in flight. */
  get state(): QueueState {
    return { queued: this.#queue.length, inFlight: this.#inFlight };
  }

  /** Resolves when nothing is queued or in flight. */
  async drained(): Promise<void> {
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Does not take a free lane for one command: whatever the same turn of the event loop brings goes with it. */
  #pumpAfterThisTurn(): void {
    if (this.#isPumpDue || this.#inFlight >= this.#settings.lanes) return;
    this.#isPumpDue = true;
    setImmediate(() => {
      this.#isPumpDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#inFlight < this.#settings.lanes) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      const accounts = new Set(batch.map(({ command }) => this.#settings.accountOf(command)));
      for (const account of accounts) this.#busyAccounts.add(account);
      this.#inFlight++;
      this.#deliver(batch).finally(() => {
        this.#inFlight--;
        for (const account of accounts) this.#busyAccounts.delete(account);
        this.#pump();
        if (this.#inFlight === 0) for (const idle of this.#idle.splice(0)) idle();
      });
    }
  }

  #takeBatch(): Array<Waiting<C, R>> {
    const { max, accountOf } = this.#settings;
    const batch: Array<Waiting<C, R>> = [];
    const left: Array<Waiting<C, R>> = [];
    for (const waiting of this.#queue) {
      const fits = batch.length < max && !this.#busyAccounts.has(accountOf(waiting.command));
      (fits ? batch : left).push(waiting);
    }
    this.#queue = left;
    return batch;
  }

  async #deliver(batch: Array<Waiting<C, R>>): Promise<void> {
    try {
      const results = await this.#send(batch.map(({ command }) => command));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
    } catch (error) {
      if (batch.length > 1 && this.#settings.leftNothing(error)) {
        for (const waiting of batch) await this.#deliver([waiting]);
      } else for (const { reject } of batch) reject(error);
    }
  }
}
