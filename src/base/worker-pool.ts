import { Piscina } from "piscina";

/** Pieces of work that may wait. */
const MAX_WAITING = 64;

let pool: Piscina | undefined;

/** Too much work waits. */
export class PoolIsBusy extends Error {}

interface Options {
  /** Work that takes longer is ended with its thread, and fails with an `AbortError`. */
  maxMs?: number;
  /** Memory that goes with the work. */
  transferList?: ArrayBuffer[];
}

/**
 * Does a piece of work off the event loop: the default export of a module gets the work and returns its result. The threads
 * start when there is work and end when idle. When processors are scarce, calls and jobs come before them.
 */
export async function runInPool<T>(module: URL, work: unknown, { maxMs, transferList = [] }: Options = {}): Promise<T> {
  pool ??= new Piscina({
    idleTimeout: 30_000,
    minThreads: 0,
    maxThreads: 2,
    maxQueue: MAX_WAITING,
    niceIncrement: 5,
    // By default, a thread holds 60 MB of what it has packed before it collects that.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  });
  if (pool.queueSize >= MAX_WAITING) throw new PoolIsBusy("Too much work waits for a thread.");
  const signal = maxMs === undefined ? null : AbortSignal.timeout(maxMs);
  return pool.run(work, { filename: module.href, signal, transferList });
}
