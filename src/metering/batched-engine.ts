import { Batcher, type BatcherSettings } from "../base/batcher.ts";
import type { Command, CommandResults, LedgerEngine, Result } from "./commands.ts";

interface BatchedStore extends Omit<BatcherSettings<Command>, "accountOf">, Pick<LedgerEngine, "ping"> {
  /** Runs commands in one transaction. The results are in the same order. */
  send(commands: Command[]): Promise<Result[]>;
  close(): Promise<unknown>;
}

/** An engine whose commands share transactions. */
export function batchedEngine({ send, ping, close, ...settings }: BatchedStore): LedgerEngine {
  const batcher = new Batcher(send, { ...settings, accountOf: ({ accountId }) => accountId });
  return {
    run: <C extends Command>(command: C) => batcher.run(command) as Promise<CommandResults[C["do"]]>,
    ping,
    queue: () => batcher.state,
    async close() {
      await batcher.drained();
      await close();
    },
  };
}
