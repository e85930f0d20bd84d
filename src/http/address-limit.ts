import type { Clock } from "../clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { networkOf } from "../network-of.ts";

/** Refuses an address that calls too often: fixed windows, kept in memory, old addresses forgotten with their window. */
export function createAddressLimit(clock: Clock, { requests, seconds }: { requests: number; seconds: number }) {
  let window = -1;
  let seen = new Map<string, number>();
  return (caller: string): void => {
    const address = networkOf(caller);
    const now = Math.floor(clock.now() / 1000 / seconds);
    if (now !== window) {
      window = now;
      seen = new Map();
    }
    const used = (seen.get(address) ?? 0) + 1;
    seen.set(address, used);
    if (used > requests) {
      const wait = Math.max(1, Math.ceil((window + 1) * seconds - clock.now() / 1000));
      throw new WinnowError(
        "rate_limited",
        `Rate limit exceeded: ${requests} requests per ${seconds} seconds from one address.`,
        {
          headers: { "retry-after": String(wait) },
        },
      );
    }
  };
}
