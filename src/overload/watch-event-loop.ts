const EVERY_MS = 50;

/**
 * Reports, twenty times a second, the processor time per turn of the event loop: ready work waits that long for its next
 * step. Processor time, so that other programs on the machine do not count. Returns a function that stops it.
 */
export function watchEventLoop(observe: (turnMs: number) => void): () => void {
  const sample = () => {
    const { user, system } = process.threadCpuUsage();
    return { turns: performance.nodeTiming.uvMetricsInfo.loopCount, workMs: (user + system) / 1_000 };
  };
  let last = sample();
  const timer = setInterval(() => {
    const now = sample();
    observe((now.workMs - last.workMs) / Math.max(1, now.turns - last.turns));
    last = now;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
