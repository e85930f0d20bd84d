import type { Plans } from "../../accounts/plans.ts";
import type { SqliteStore } from "../../store/open-store.ts";
import { OrderedWorker } from "../../store/ordered-worker.ts";
import { isStoreUnavailable } from "../../store/store-unavailable.ts";
import { batchedEngine } from "../batched-engine.ts";
import type { Command, LedgerEngine, Result } from "../commands.ts";
import type { BatchAnswer } from "./sqlite-worker.ts";

const LEDGER_WORKER = new URL("./sqlite-worker.ts", import.meta.url);

/** The whole batch was rolled back. */
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
  const worker = new OrderedWorker<string, BatchAnswer>(LEDGER_WORKER, {
    path,
    writeLock,
    plans,
    closed: "the ledger is closed",
  });

  async function send(commands: Command[]): Promise<Result[]> {
    const answer = await worker.ask(JSON.stringify(commands));
    if ("error" in answer) throw new RolledBack(answer.error);
    return JSON.parse(answer.results);
  }

  return batchedEngine({
    send,
    lanes: 1,
    max: 500,
    // If the file is locked or the disk is full, single commands would fare no better.
    leftNothing: (error) => error instanceof RolledBack && !isStoreUnavailable(error),
    ping: () => send([]),
    close: () => worker.close(),
  });
}
