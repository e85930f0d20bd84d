/** Waits for a promise until the signal aborts; a later result of the promise is dropped. */
export function until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A signal that aborts with its parent, or on its own. */
export function linkedTo(parent: AbortSignal) {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason: unknown) => controller.abort(reason),
    /** Stops listening to the parent, which may live much longer. */
    release: () => parent.removeEventListener("abort", follow),
  };
}
