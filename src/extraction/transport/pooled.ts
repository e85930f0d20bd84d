import { Pool } from "undici";
import type { Connector } from "../egress/connector.ts";
import { sendThrough } from "./send-through.ts";
import type { Transport } from "./transport.ts";

const KEEP_ALIVE_MS = 10_000;

/** Common options of pools and proxies: HTTP/1.1, and no timers of their own; the engine's clock keeps time. */
export const dispatcherOptions = {
  allowH2: false,
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

/** One pool of keep-alive connections per origin. */
export function pooledTransport(connect: Connector): Transport {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (!pool) {
      pool = new Pool(origin, { ...dispatcherOptions, connect });
      pools.set(origin, pool);
    }
    return pool;
  };
  return {
    send: (exchange) => sendThrough(poolOf(exchange.url.origin), exchange),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}
