import type { Config } from "../app/config.ts";
import type { Running } from "../app/start-server.ts";

/** Kept of the time limit for closing the parts. */
const CLOSING_MS = 1_000;

/** SIGTERM and Ctrl-C end the process: what is in flight is finished first, for no longer than the settings say. */
export function stopOnSignals(
  running: Pick<Running, "stop">,
  { grace, limit }: Config["shutdown"],
  say: (line: string) => void,
): void {
  const stop = async (signal: NodeJS.Signals) => {
    say("Winnow is stopping: finishing requests in flight.\n");
    const limitMs = limit * 1000;
    // Closing the parts can hang where the store is away; the promised time holds all the same.
    setTimeout(() => process.exit(1), limitMs).unref();
    // A person at the keyboard has no balancer to wait for.
    const graceMs = signal === "SIGINT" ? 0 : grace * 1000;
    const cutOff = await running.stop({ graceMs, limitMs: limitMs - CLOSING_MS });
    process.exit(cutOff === 0 ? 0 : 1);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
