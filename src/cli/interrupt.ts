import { CommandFailed } from "./command-failed.ts";
import { exitCodes } from "./exit-codes.ts";

/** A signal that Ctrl-C aborts: the service is told to stop, and nothing is charged. A second Ctrl-C ends at once. */
export function interruptSignal(words = "stopped; nothing was charged for it"): AbortSignal {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort(new CommandFailed(words, exitCodes.interrupted[0])));
  return stop.signal;
}
