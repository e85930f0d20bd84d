const EVERY_MS = 50;

/**
 * Reports, twenty times a second, how much work a turn of the event loop holds: whatever is ready waits that long for its
 * next step. In processor time, so that another program on the machine does not count. Returns what ends it.
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
