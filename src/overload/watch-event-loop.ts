const EVERY_MS = 50;

/** Tells how late the event loop is, twenty times a second; returns what ends it. */
export function watchEventLoop(observe: (lateMs: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    observe(Math.max(0, now - last - EVERY_MS));
    last = now;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
