import {
  type Allowance,
  initialLimit,
  type PermitOutcome,
  permitsOf,
  perSecondOf,
  recordOutcome,
} from "./adaptive-limit.ts";
import { Share } from "./share.ts";

/** The permits of one origin, as one process sees them. */
export interface OriginPermits {
  /**
   * 0 where a permit was taken, else milliseconds until it is worth asking again (`Infinity`: when one is given back
   * or `wake` is called). `waiting` is how many wait for one.
   */
  acquire(waiting: number): number;
  release(outcome: PermitOutcome): void;
  /** Calls `then` if the permits that are out are taken back before they were given back; returns what calls it off. */
  onLost(then: () => void): () => void;
  /** How long the last of so many would wait, as far as is known; a pause that the site asked for is not in it. */
  expectedWait(waiting: number): number;
  /** Permits that this process has now, and those that are out. */
  state(): { permits: number; inFlight: number };
  close(): Promise<void>;
}

/** Who has a permit at an origin. In memory for one process; shares leased from the database for many. */
export interface PermitStore {
  /** `wake` is called when permits have come without one being given back. */
  open(origin: string, allowed: () => Allowance, wake: () => void): OriginPermits;
}

/** One process has it all. */
export function localPermitStore(now: () => number): PermitStore {
  return {
    open(_origin, allowed) {
      const limit = initialLimit(allowed());
      const share = new Share();
      const resize = () => share.resize(permitsOf(limit, allowed()), perSecondOf(limit, allowed()), now());
      resize();
      share.save(share.permits);
      const pausedMs = () => Math.max(0, limit.pausedUntil - now());
      return {
        acquire() {
          if (pausedMs() > 0) return pausedMs();
          resize();
          return share.start(now());
        },
        release(outcome) {
          share.end();
          recordOutcome(limit, outcome, allowed(), now());
        },
        onLost: () => () => {},
        expectedWait: (waiting) => share.expectedMs(waiting, limit.typicalMs),
        state: () => ({ permits: permitsOf(limit, allowed()), inFlight: share.inFlight }),
        close: async () => {},
      };
    },
  };
}
