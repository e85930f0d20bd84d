import type { Clock } from "./clock.ts";
import { coalesced } from "./coalesced.ts";

export interface PeriodicTaskDeps {
  clock: Pick<Clock, "after">;
  /** Pause between the end of a run and the start of the next. */
  pauseMs: number;
  /** The signal tells a long run to end early. */
  run(signal: AbortSignal): Promise<unknown>;
  onError(error: unknown): void;
}

/** Background work that repeats, one run at a time. */
export function periodicTask({ clock, pauseMs, run, onError }: PeriodicTaskDeps) {
  const closing = new AbortController();
  let callOff = () => {};

  /** Runs once, after the run in flight. */
  const soon = coalesced(async () => {
    if (!closing.signal.aborted) await Promise.try(run, closing.signal).catch(onError);
  });

  function start(): void {
    if (closing.signal.aborted) return;
    callOff = clock.after(pauseMs, () => void soon().finally(start));
  }

  return {
    start,
    soon,
    /** Resolves when the run in flight has ended, so that the caller can close what it uses. No other run starts. */
    async close(): Promise<void> {
      closing.abort();
      callOff();
      await soon();
    },
  };
}
