import type { Clock } from "../../clock.ts";

export interface HurriedClock extends Clock {
  /** Waits that have neither come due nor been called off. */
  pending(): number;
}

/** Real time, so many times as fast: for tests over real sockets, where a simulated clock would not move them. */
export function acceleratedClock(times: number): HurriedClock {
  const start = Date.now();
  const waiting = new Set<NodeJS.Timeout>();
  return {
    now: () => start + (Date.now() - start) * times,
    after(ms, then) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        then();
      }, ms / times);
      waiting.add(timer);
      return () => {
        waiting.delete(timer);
        clearTimeout(timer);
      };
    },
    pending: () => waiting.size,
  };
}
