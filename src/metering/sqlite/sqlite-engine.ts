import { Worker } from "node:worker_threads";
import type { Plans } from "../../accounts/plans.ts";
import type { SqliteStore } from "../../store/open-store.ts";
import { isStoreAway } from "../../store/store-away.ts";
import { WORKER_LIMITS } from "../../store/worker-memory.ts";
import { Batcher } from "../batcher.ts";
import type { Command, LedgerEngine, Result } from "../commands.ts";
import type { BatchAnswer } from "./sqlite-worker.ts";

/** The batch was rolled back whole. */
class RolledBack extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "RolledBack";
  }
}

export function createSqliteEngine(
  { path, writeLock }: Pick<SqliteStore, "path" | "writeLock">,
  plans: Plans,
): LedgerEngine {
  const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), {
    workerData: { path, writeLock, plans },
    resourceLimits: WORKER_LIMITS,
  });
  worker.unref();
  let broken: Error | null = null;
  // Batches are answered in the order they were sent.
  let waiting: Array<(answer: BatchAnswer) => void> = [];
  const fail = (error: Error) => {
    broken ??= error;
    for (const done of waiting.splice(0)) done({ error: broken });
  };
  worker.on("message", (answer: BatchAnswer) => {
    const done = waiting.shift();
    if (waiting.length === 0) worker.unref();
    done?.("error" in answer ? { error: new RolledBack(answer.error) } : answer);
  });
  worker.on("error", (error) => fail(error as Error));
  worker.on("exit", () => fail(new Error("the ledger is closed")));

  async function send(commands: Command[]): Promise<Result[]> {
    if (broken) throw broken;
    const answer = await new Promise<BatchAnswer>((resolve) => {
      waiting.push(resolve);
      worker.ref();
      worker.postMessage(JSON.stringify(commands));
    });
    if ("error" in answer) throw answer.error;
    return JSON.parse(answer.results);
  }

  const batcher = new Batcher<Command, Result>(send, {
    lanes: 1,
    most: 500,
    accountOf: ({ accountId }) => accountId,
    // Where the file is locked or the disk is full, each one alone would fare no better.
    leftNothing: (error) => error instanceof RolledBack && !isStoreAway(error),
  });
  return {
    run: (command) => batcher.run(command) as Promise<any>,
    ping: () => send([]),
    queue: () => batcher.state,
    async close() {
      await batcher.drained();
      if (broken) return;
      const gone = new Promise((resolve) => worker.once("exit", resolve));
      worker.ref();
      worker.postMessage("close");
      await gone;
      waiting = [];
    },
  };
}
