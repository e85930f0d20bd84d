import type { Config } from "../../app/config.ts";
import type { Running } from "../../app/start-server.ts";

/** Part of the time limit reserved for closing. */
const CLOSING_MS = 1_000;

/** SIGTERM and Ctrl-C end the process: calls in flight are finished first, within the configured time. */
export function stopOnSignals(
  running: Pick<Running, "stop">,
  { grace, limit }: Config["shutdown"],
  say: (line: string) => void,
): void {
  const stop = async (signal: NodeJS.Signals) => {
    say("Winnow is stopping: finishing requests in flight.\n");
    const limitMs = limit * 1000;
    // Closing can hang while the store is down; the time limit still holds.
    setTimeout(() => process.exit(1), limitMs).unref();
    // With Ctrl-C there is no load balancer to wait for.
    const graceMs = signal === "SIGINT" ? 0 : grace * 1000;
    const cutOff = await running.stop({ graceMs, limitMs: limitMs - CLOSING_MS });
    process.exit(cutOff === 0 ? 0 : 1);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
