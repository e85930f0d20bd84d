import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, SimulatedClock } from "../../base/clock.ts";
import type { Source } from "../../contract/source.ts";
import { createEngine } from "../engine.ts";
import type { Recording } from "./recording.ts";
import { replayTransport } from "./replay-transport.ts";

const silent = { debug() {}, info() {}, warn() {} };

/** Runs the operation of a recording on it, through the engine, on the day it was made. Throws what the run throws. */
export async function replay(
  recording: Recording,
  source: Source,
  settings: Readonly<Record<string, string>> = {},
): Promise<Array<Record<string, unknown>>> {
  const operation = source.operations.find(({ path }) => path === recording.operation);
  if (!operation) throw new Error(`${source.name} has no operation ${recording.operation}`);
  const engine = createEngine({
    sources: [source],
    originOf: (_source, name) => recording.origins[name] ?? source.origins[name]!,
    // No rate to keep to, and no robots.txt to ask for.
    isStandIn: () => true,
    transport: replayTransport(recording.exchanges),
    sourceSettings: { [source.name]: settings },
    clock: startingAt(recording.startedAt),
    log: silent,
    unreadableDir: join(tmpdir(), "winnow-replay-unreadable"),
  });
  try {
    return await Array.fromAsync(
      engine.extract({
        source,
        operation,
        request: recording.request,
        requestId: "00000000-0000-4000-8000-000000000000",
        caller: "replay",
        disconnect: new AbortController().signal,
      }),
    );
  } finally {
    await engine.close();
  }
}

/**
 * The recording's own time, so that "tomorrow" on a page is the day that was meant. It answers at once: whatever is still
 * waiting when the event loop comes round waits for the clock, which moves on to the next timer. Retries take no real time.
 */
function startingAt(start: number): Clock {
  const clock = new SimulatedClock(start);
  return {
    now: () => clock.now(),
    after(ms, then) {
      setImmediate(() => clock.advance(clock.untilNext() ?? 0));
      return clock.after(ms, then);
    },
  };
}
