import type { Clock } from "../base/clock.ts";
import { addressNetwork } from "../base/network/addresses.ts";
import { WinnowError } from "../contract/errors.ts";
import { type LimitName, limits, windowSeconds } from "../limits/limits.ts";
import type { Windows } from "../store/shared-windows.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Counts for limits by network. */
    windows: Windows;
  }
}

/** Counts a call in each of these limits that is per network and minute. Rejects a network that calls too often. */
export function createNetworkLimits(clock: Clock, windows: Windows, names: readonly string[]) {
  const counted = (names as readonly LimitName[]).filter(
    (name) => limits[name].per === "network" && limits[name].unit === "per minute",
  );
  const seconds = windowSeconds["per minute"];
  return (address: string): void => {
    const network = addressNetwork(address);
    for (const name of counted) {
      const { max } = limits[name];
      if (windows.use(`${name} ${network}`, seconds * 1_000) <= max) continue;
      const wait = Math.max(1, Math.ceil(seconds - (clock.now() % (seconds * 1_000)) / 1_000));
      throw new WinnowError(
        "rate_limited",
        `Rate limit exceeded: ${max} requests per ${seconds} seconds from one address.`,
        { headers: { "retry-after": String(wait) } },
      );
    }
  };
}
