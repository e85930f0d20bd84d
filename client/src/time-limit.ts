import { onAbort } from "./on-abort.ts";

/** Waits for the connection within the time limit. */
export type During = <T>(wait: () => Promise<T>) => Promise<T>;

/**
 * A signal that aborts at the time limit or with another signal. The time runs until the response headers arrive (`rest`),
 * and restarts for each wait for bytes (`during`); it never runs while the caller processes data. `done` removes its timer
 * and listeners: not every runtime frees those of `AbortSignal.timeout` and `AbortSignal.any` early.
 */
export function timeLimit(milliseconds: number, others: Array<AbortSignal | undefined>) {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = start();
  const stops = others
    .filter((other) => other !== undefined)
    .map((other) => {
      const stop = () => controller.abort(other.reason);
      if (!other.aborted) return onAbort(other, stop);
      stop();
      return () => {};
    });
  const rest = () => clearTimeout(timer);
  const done = () => {
    rest();
    for (const forget of stops) forget();
  };
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => {
      done();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  // Prevents an unhandled rejection if nobody awaits it.
  stopped.catch(() => {});
  const during: During = async (wait) => {
    rest();
    timer = start();
    try {
      return await Promise.race([wait(), stopped]);
    } finally {
      rest();
    }
  };
  return { signal, stopped, done, rest, during };

  function start() {
    return setTimeout(() => controller.abort(timeout()), milliseconds);
  }
}

const timeout = (): Error => Object.assign(new Error("no answer in time"), { name: "TimeoutError" });
