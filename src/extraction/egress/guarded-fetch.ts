import { Agent, fetch } from "undici";
import { type EgressOptions, guardedConnector } from "./connector.ts";

const MAX_BYTES = 256 * 1024;

/** `fetch` for libraries that contact an address that a stranger chose: through the guard, with a bounded response. */
export function guardedFetch(egress: EgressOptions): typeof globalThis.fetch {
  const dispatcher = new Agent({
    connect: guardedConnector(egress),
    allowH2: false,
    maxResponseSize: MAX_BYTES,
    keepAliveTimeout: 1_000,
  });
  return ((input: string, init: object) => fetch(input, { ...init, dispatcher })) as typeof globalThis.fetch;
}
