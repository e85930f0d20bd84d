import type { Clock } from "../../base/clock.ts";
import { networkOf } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { Windows } from "../../store/shared-windows.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Counts for limits by address. */
    windows: Windows;
  }
}

interface Limit {
  /** Name of the limit, which has its own windows. */
  of: string;
  requests: number;
  seconds: number;
}

/** Rejects an address that calls too often, in fixed windows. */
export function createAddressLimit(clock: Clock, windows: Windows, { of, requests, seconds }: Limit) {
  const sizeMs = seconds * 1000;
  return (caller: string): void => {
    if (windows.use(`${of} ${networkOf(caller)}`, sizeMs) <= requests) return;
    const wait = Math.max(1, Math.ceil((sizeMs - (clock.now() % sizeMs)) / 1000));
    throw new WinnowError(
      "rate_limited",
      `Rate limit exceeded: ${requests} requests per ${seconds} seconds from one address.`,
      { headers: { "retry-after": String(wait) } },
    );
  };
}
