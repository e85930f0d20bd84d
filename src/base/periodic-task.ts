import type { Clock } from "./clock.ts";

export interface PeriodicTaskParts {
  clock: Clock;
  /** Pause between the end of a run and the start of the next. */
  pauseMs: number | (() => number);
  /** The signal tells a long run to end early. */
  run(signal: AbortSignal): Promise<unknown>;
  onError(error: unknown): void;
}

export interface PeriodicTask {
  start(): void;
  /** Runs once more, after the run in flight. */
  soon(): Promise<void>;
  /** Resolves when the run in flight has ended, so that the caller can close what it uses. No other run starts. */
  close(): Promise<void>;
}

/** Background work that repeats, one run at a time. */
export function periodicTask({ clock, pauseMs, run, onError }: PeriodicTaskParts): PeriodicTask {
  const closing = new AbortController();
  let callOff = () => {};
  let asked = 0;
  let running: Promise<void> = Promise.resolve();

  async function once(): Promise<void> {
    try {
      if (!closing.signal.aborted) await run(closing.signal);
    } catch (error) {
      onError(error);
    } finally {
      asked--;
    }
  }

  const soon = (): Promise<void> => {
    running = asked++ > 0 ? running.then(once) : once();
    return running;
  };

  function start(): void {
    if (closing.signal.aborted) return;
    callOff = clock.after(typeof pauseMs === "number" ? pauseMs : pauseMs(), () => void soon().finally(start));
  }

  return {
    start,
    soon,
    async close(): Promise<void> {
      closing.abort();
      callOff();
      await running;
    },
  };
}
