import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, SimulatedClock } from "../../base/clock.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import type { Source } from "../../contract/source.ts";
import { createEngine, unconfigured } from "../engine.ts";
import type { EngineObserver } from "../types.ts";
import type { Recording } from "./recording.ts";
import { replayTransport } from "./replay-transport.ts";

const silent = { debug() {}, info() {}, warn() {} };

/** Runs the operation of a recording on it, through the engine, at the time of the recording. Throws what the run throws. */
export async function replay(
  recording: Recording,
  source: Source,
  settings: Readonly<Record<string, string>> = {},
  observer: EngineObserver = {},
  options: CallOptions = {},
): Promise<Array<Record<string, unknown>>> {
  const operation = source.operations.find(({ path }) => path === recording.operation);
  if (!operation) throw new Error(`${source.name} has no operation ${recording.operation}`);
  const engine = createEngine({
    ...unconfigured,
    sources: [source],
    originOf: (_source, name) => recording.origins[name] ?? source.origins[name]!,
    // No rate limit and no robots.txt.
    isStandIn: () => true,
    shownAt: () => recording.shownAt ?? null,
    transport: replayTransport(recording.exchanges),
    remembered: recording.remembered,
    sourceSettings: { [source.name]: settings },
    clock: startingAt(recording.startedAt),
    log: silent,
    observer,
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
        options,
        disconnect: new AbortController().signal,
      }),
    );
  } finally {
    await engine.close();
  }
}

/**
 * A clock with the recording's time, so that "tomorrow" on a page is the right day. Replay is immediate: if anything still
 * waits after a turn of the event loop, it waits for the clock, which jumps to the next timer. Retries take no real time.
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
