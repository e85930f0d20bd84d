import { type Clock, SimulatedClock } from "../../base/clock.ts";

export interface AcceleratedClock extends Clock {
  /** Waits that have neither come due nor been called off. */
  pending(): number;
}

/**
 * For tests over real sockets, where a simulated clock would have nobody to move it: while somebody waits, each turn
 * of the event loop (of a millisecond or more) takes it `times` milliseconds on. A machine that is busy with
 * something else slows it down as much as it slows down the work that is timed, so a result does not depend on load.
 */
export function acceleratedClock(times: number): AcceleratedClock {
  const clock = new SimulatedClock(Date.now());
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
