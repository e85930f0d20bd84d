/** A row that may run now. */
export interface Offer {
  /** The row's id. */
  id: string;
  /** The account, which a process can leave out of a fetch. */
  group: string;
  /** The highest is fetched first, then the oldest. */
  priority: number;
}

/** Work that this process has fetched. */
export interface Taken {
  queue: string;
  id: string;
  group: string;
  /** Tells this attempt from earlier ones: a worker that is presumed dead no longer affects its work. */
  retry: number;
}

/**
 * Holds the work that may run now and gives each piece to one worker. What was asked is in our rows, so an engine that
 * loses everything loses nothing: the feeder hands it over again.
 */
export interface WorkEngine {
  /** Whether workers of other processes fetch what this process hands over. */
  isShared: boolean;
  /** Has no effect on work that the engine holds already. */
  handOver(queue: string, offers: Offer[]): Promise<void>;
  /** Queues that have work to fetch, including that of dead workers. */
  queued(): Promise<string[]>;
  fetch(queue: string, max: number, fullGroups: string[]): Promise<Taken[]>;
  /** Keeps work from being presumed lost. Returns what this worker no longer has. */
  touch(taken: Taken[]): Promise<Taken[]>;
  /** Removes work that has ended or waits again, unless this worker no longer has it. */
  complete(taken: Taken): Promise<void>;
  /** Offers the work again at once, unless this worker no longer has it. */
  fail(taken: Taken): Promise<void>;
  /** Removes work, whoever has it. */
  remove(queue: string, id: string): Promise<void>;
  /** Those of the ids that the engine does not hold. */
  missing(ids: string[]): Promise<string[]>;
  /** Housekeeping, about once a minute. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}
