import { Piscina } from "piscina";
import { Fault } from "./fault.ts";
import type { ResultJob, ResultOf } from "./result-worker.ts";

/** A query that takes longer is ended with its thread: none that the schemas allow comes near. */
const LONGEST_MS = 15_000;
const MAX_WAITING = 64;

/** Reads stored results in separate threads. They start with the first read, and end when idle. */
export class ResultReader {
  #pool: Piscina | null = null;

  async read<J extends ResultJob>(body: Uint8Array, job: J): Promise<Exclude<ResultOf<J>, { fault: string }>> {
    this.#pool ??= new Piscina({
      filename: new URL("./result-worker.ts", import.meta.url).href,
      minThreads: 0,
      maxThreads: 2,
      maxQueue: MAX_WAITING,
      idleTimeout: 30_000,
    });
    if (this.#pool.queueSize >= MAX_WAITING) throw new Fault("Too many results are being read. Try again in a moment.");
    const done = (await this.#pool.run({ body, job }, { signal: AbortSignal.timeout(LONGEST_MS) })) as ResultOf<J>;
    if ("fault" in done) throw new Fault(done.fault);
    return done as Exclude<ResultOf<J>, { fault: string }>;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}
