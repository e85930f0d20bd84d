import {
  type AdaptiveLimit,
  type Allowance,
  acquirePermit,
  initialLimit,
  type PermitOutcome,
  releasePermit,
} from "./adaptive-limit.ts";

/** Who has a permit at an origin. In memory for one process; in the database for many. */
export interface PermitStore {
  /** 0 where the permit was taken, else milliseconds until it is worth asking again (`Infinity`: when one is given back). */
  acquire(origin: string, permit: string, allowed: Allowance): number | Promise<number>;
  release(origin: string, permit: string, allowed: Allowance, outcome: PermitOutcome): void | Promise<void>;
}

export function localPermitStore(now: () => number): PermitStore {
  const pages = new Map<string, AdaptiveLimit>();
  const pageOf = (origin: string, allowed: Allowance): AdaptiveLimit => {
    const known = pages.get(origin);
    if (known) return known;
    const limit = initialLimit(allowed, now());
    pages.set(origin, limit);
    return limit;
  };
  return {
    acquire: (origin, permit, allowed) => acquirePermit(pageOf(origin, allowed), permit, allowed, now()),
    release: (origin, permit, allowed, outcome) =>
      releasePermit(pageOf(origin, allowed), permit, allowed, outcome, now()),
  };
}
