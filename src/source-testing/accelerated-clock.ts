import { type Clock, SimulatedClock } from "../base/clock.ts";

export interface AcceleratedClock extends Clock {
  /** Number of pending waits. */
  pending(): number;
}

/**
 * A clock for tests over real sockets, where nobody could advance a simulated clock. While somebody waits, each turn of the
 * event loop (of a millisecond or more) advances it by `times` milliseconds. A busy machine slows the clock down as much as
 * the work that is timed, so results do not depend on load.
 */
export function acceleratedClock(times: number, start = Date.now()): AcceleratedClock {
  const clock = new SimulatedClock(start);
  const waiting = new Set<() => void>();
  let ticking = false;
  const tick = () => {
    setTimeout(() => {
      clock.advance(times);
      ticking = waiting.size > 0;
      if (ticking) tick();
    }, 1);
  };
  return {
    now: () => clock.now(),
    after(ms, then) {
      const callOff = clock.after(ms, () => {
        waiting.delete(callOff);
        then();
      });
      waiting.add(callOff);
      if (!ticking) {
        ticking = true;
        tick();
      }
      return () => {
        waiting.delete(callOff);
        callOff();
      };
    },
    pending: () => waiting.size,
  };
}
