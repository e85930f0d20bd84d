import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import type { WindowState } from "../metering/types.ts";

/** Points and windows, as in every response to a known key. */
export interface Quota {
  points: number | null;
  windows: WindowState[] | null;
}

interface Known {
  caller: Caller;
  quota: Quota | null;
  at: number;
}

/** Maximum age of the points and windows in a rejection. */
const FRESH_MS = 2_000;
const MAX = 10_000;

/**
 * Recent callers by the hash of their key, with the points and windows last sent to them. Never admits anyone: it serves to
 * count and reject calls without querying a store that is already overloaded.
 */
export function createKnownCallers(clock: Clock) {
  const byHash = new Map<string, Known>();
  const byKey = new Map<string, Known>();

  return {
    met(hash: string, caller: Caller): void {
      const known = byKey.get(caller.key.id) ?? { caller, quota: null, at: Number.NEGATIVE_INFINITY };
      known.caller = caller;
      if (byHash.size >= MAX) byHash.clear();
      if (byKey.size >= MAX) byKey.clear();
      byKey.set(caller.key.id, known);
      byHash.set(hash, known);
    },

    remember({ key }: Caller, { points, windows }: Quota): void {
      const known = byKey.get(key.id);
      if (!known || points === null || windows === null) return;
      known.quota = { points, windows };
      known.at = clock.now();
    },

    /** The caller when the key was last used, and the points and windows if they are recent. */
    find(hash: string): { caller: Caller; quota: Quota | null } | null {
      const known = byHash.get(hash);
      if (!known) return null;
      return { caller: known.caller, quota: clock.now() - known.at > FRESH_MS ? null : known.quota };
    },
  };
}
