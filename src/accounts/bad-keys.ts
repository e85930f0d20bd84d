import type { Clock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Windows } from "../store/shared-windows.ts";

const WINDOW_MS = 60_000;
const REMEMBERED = 10_000;

/**
 * Counts wrong keys per network. Above a number per minute, keys from that network are no longer looked up, so that
 * guessing costs the store nothing. A key that worked before still works: a neighbour's mistake does not stop a customer.
 */
export function createBadKeys(clock: Clock, windows: Windows) {
  const good = new Set<string>();

  return {
    /** Seconds to wait, or 0 if the key may be looked up. */
    wait(network: string, hash: string): number {
      if (windows.used(name(network), WINDOW_MS) < limits.wrongKeys.max || good.has(hash)) return 0;
      return Math.max(1, Math.ceil((WINDOW_MS - (clock.now() % WINDOW_MS)) / 1000));
    },

    bad(network: string, hash: string): void {
      good.delete(hash);
      windows.use(name(network), WINDOW_MS);
    },

    good(hash: string): void {
      if (good.has(hash)) return;
      if (good.size >= REMEMBERED) good.clear();
      good.add(hash);
    },
  };
}

const name = (network: string): string => `wrong keys ${network}`;
