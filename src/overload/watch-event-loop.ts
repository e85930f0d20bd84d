const EVERY_MS = 50;

/** Tells how late the event loop is, twenty times a second; returns what ends it. */
export function watchEventLoop(observe: (lateMs: number, sinceMs: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const sinceMs = now - last;
    last = now;
    observe(Math.max(0, sinceMs - EVERY_MS), sinceMs);
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
