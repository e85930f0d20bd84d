/**
 * A signal that ends with the time, or with one of the others. Its timer and listeners are gone when it is `done`:
 * not every runtime frees those of `AbortSignal.timeout` and `AbortSignal.any` before their time.
 */
export function timeLimit(milliseconds: number, others: Array<AbortSignal | undefined>) {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(timeout()), milliseconds);
  const stops = others
    .filter((other) => other !== undefined)
    .map((other) => {
      const stop = () => controller.abort(other.reason);
      if (other.aborted) stop();
      else other.addEventListener("abort", stop, { once: true });
      return () => other.removeEventListener("abort", stop);
    });
  const done = () => {
    clearTimeout(timer);
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
  // Whoever waits for it is told; nobody may.
  stopped.catch(() => {});
  return { signal, stopped, done };
}

const timeout = (): Error => Object.assign(new Error("no answer in time"), { name: "TimeoutError" });
