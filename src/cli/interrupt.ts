import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";

/**
 * A signal that Ctrl-C and SIGTERM abort: the service stops, and nothing is charged. A second one ends the process
 * immediately.
 */
export function interruptSignal(words = "stopped; nothing was charged for it"): AbortSignal {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new CommandFailed(words, exitCodes.interrupted[0])));
  process.once("SIGTERM", () => stop.abort(new CommandFailed(words, exitCodes.terminated[0])));
  return stop.signal;
}
