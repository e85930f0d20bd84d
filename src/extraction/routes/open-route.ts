import { isIP } from "node:net";
import type { Clock } from "../../base/clock.ts";
import { isPublicAddress } from "../../base/network/addresses.ts";
import { type EgressOptions, ForbiddenAddress, guardedConnector } from "../egress/connector.ts";
import { browserTransport } from "../transport/browser.ts";
import { pooledTransport } from "../transport/pooled.ts";
import { httpProxyTransport, socksTransport } from "../transport/proxies.ts";
import type { Transport } from "../transport/transport.ts";
import { DailyBudget, paidTransport } from "./daily-budget.ts";
import { type RouteSpec, refuseSocksPassword } from "./parse-routes.ts";
import { proxyPool } from "./provided-proxies.ts";
import type { Route } from "./route-rotation.ts";

export function openRoute(
  spec: RouteSpec,
  egress: EgressOptions,
  clock: Clock,
  /** Bounds what a provider's proxies cost. */
  budget = new DailyBudget(Number.POSITIVE_INFINITY, clock),
): Route {
  switch (spec.kind) {
    case "direct":
      return { name: "direct", transport: pooledTransport(guardedConnector(egress)) };
    case "http":
      return { name: nameOf(spec.proxy), transport: guarded(httpProxyTransport(spec.proxy), egress) };
    case "socks":
      return { name: nameOf(spec.proxy), transport: guarded(socksTransport(spec.proxy), egress) };
    case "browser":
      return {
        name: spec.proxy ? `browser via ${nameOf(spec.proxy)}` : "browser",
        transport: guarded(browserTransport(spec.endpoint, spec.proxy, clock), egress),
      };
    case "provider":
      return providerRoute(spec);
  }

  /** Each visitor has a proxy and connections of its own. What belongs to no call (robots.txt) has one visitor for all. */
  function providerRoute({ proxies, endpoint }: Extract<RouteSpec, { kind: "provider" }>): Route {
    const pool = proxyPool(proxies, clock);
    const newVisitor = async (): Promise<Transport> => {
      const { kind, proxy } = await pool.next();
      if (endpoint !== null) refuseSocksPassword(proxy);
      const byProxy = () => (kind === "http" ? httpProxyTransport(proxy) : socksTransport(proxy));
      const transport = endpoint === null ? byProxy() : browserTransport(endpoint, proxy, clock);
      return paidTransport(guarded(transport, egress), budget);
    };
    const name = endpoint === null ? pool.name : `browser via ${pool.name}`;
    return { name, transport: opened(newVisitor), newVisitor, budget };
  }
}

/** Opens a transport at its first use. */
function opened(open: () => Promise<Transport>): Transport {
  let opening: Promise<Transport> | null = null;
  return {
    async send(exchange) {
      opening ??= open().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return (await opening).send(exchange);
    },
    close: async () => (await opening)?.close(),
  };
}

/** Without user and password. */
const nameOf = (proxy: URL) => `${proxy.protocol}//${proxy.host}`;

/**
 * A proxy or a browser resolves names on its own side, outside this network. Only literal addresses and `localhost` are
 * refused here, since they would refer to the proxy's internal network.
 */
function guarded(transport: Transport, { mayBePrivate }: EgressOptions): Transport {
  return {
    send(exchange) {
      const { origin, hostname } = exchange.url;
      const bare = hostname.replace(/^\[|\]$/g, "");
      const inside = isIP(bare) ? !isPublicAddress(bare) : /^(localhost|.*\.localhost)\.?$/.test(bare);
      if (inside && !mayBePrivate(origin))
        return Promise.reject(new ForbiddenAddress(origin, "it is not on the internet"));
      return transport.send(exchange);
    },
    close: () => transport.close(),
  };
}
