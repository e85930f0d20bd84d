/**
 * Wraps work that handles everything due: calls that arrive during a run share one more run, which starts after it. Eight
 * jobs that end together thus cause two runs, not eight.
 */
export function coalesced<R = void>(work: () => Promise<R>): () => Promise<R> {
  let running: Promise<R> | null = null;
  let next: Promise<R> | null = null;
  const run = (): Promise<R> => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return run();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
}

/** The same for each key, independently of the others. */
export function coalescedByKey<R = void>(work: (key: string) => Promise<R>): (key: string) => Promise<R> {
  const byKey = new Map<string, { run: () => Promise<R>; calls: number }>();
  return (key) => {
    const one = byKey.get(key) ?? { run: coalesced(() => work(key)), calls: 0 };
    byKey.set(key, one);
    one.calls += 1;
    return one.run().finally(() => {
      one.calls -= 1;
      if (one.calls === 0) byKey.delete(key);
    });
  };
}
