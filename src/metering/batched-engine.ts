import { Batcher, type BatcherSettings } from "../base/batcher.ts";
import type { Command, CommandResults, LedgerEngine, Result } from "./commands.ts";

interface BatchedStore extends Omit<BatcherSettings<Command>, "accountOf">, Pick<LedgerEngine, "ping"> {
  /** Runs commands in one transaction. The results are in the same order. */
  send(commands: Command[]): Promise<Result[]>;
  close(): Promise<unknown>;
}

/** An engine whose commands share transactions. */
export function batchedEngine({ send, ping, close, ...settings }: BatchedStore): LedgerEngine {
  const batcher = new Batcher(keyByKey(send), { ...settings, accountOf: ({ accountId }) => accountId });
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

/** Runs a batch key by key, so that a store reads and writes each key once; the commands of one key stay in order. */
const keyByKey = (send: BatchedStore["send"]) => async (commands: Command[]) => {
  const sorted = [...commands.keys()].sort((a, b) => compare(keyOf(commands[a]!), keyOf(commands[b]!)) || a - b);
  const answered = await send(sorted.map((place) => commands[place]!));
  const results: Result[] = [];
  for (const [at, place] of sorted.entries()) results[place] = answered[at]!;
  return results;
};

const keyOf = (command: Command): string => `${command.accountId} ${"keyId" in command ? command.keyId : ""}`;

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
