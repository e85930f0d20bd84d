import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { Clock } from "../../base/clock.ts";
import { isPublicAddress } from "../../base/network/addresses.ts";
import { errorMessage } from "../../base/thrown.ts";
import { NotResponding } from "../../contract/errors.ts";
import { type EgressOptions, ForbiddenAddress, guardedConnector } from "../egress/connector.ts";
import { browserTransport } from "../transport/browser.ts";
import { pooledTransport } from "../transport/pooled.ts";
import { httpProxyTransport, socksTransport } from "../transport/proxies.ts";
import type { Transport } from "../transport/transport.ts";
import { DailyBudget, paidTransport } from "./daily-budget.ts";
import { type ProvidedProxies, parseProxy, type RouteSpec, refuseSocksPassword } from "./parse-routes.ts";
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

const LIST_KEPT_MS = 10 * 60_000;
const LIST_TIMEOUT_MS = 10_000;
const MAX_LIST_CHARS = 1024 * 1024;

type Proxy = ReturnType<typeof parseProxy>;

/** A provider's proxies. */
interface ProxyPool {
  /** Without credentials, for the log. */
  name: string;
  /** The proxy of the next visitor. */
  next(): Promise<Proxy>;
}

export const proxyPool = (proxies: ProvidedProxies, clock: Clock): ProxyPool =>
  "template" in proxies ? sessionProxies(proxies.template) : listedProxies(proxies.list, clock);

/** Providers keep a visitor at one address for as long as the same session is named. */
function sessionProxies(template: string): ProxyPool {
  const { proxy } = parseProxy(template.replaceAll("{session}", "0"));
  return {
    name: `${proxy.protocol}//${proxy.host} by session`,
    next: async () => parseProxy(template.replaceAll("{session}", randomBytes(8).toString("hex"))),
  };
}

/** A list in a file or at a URL, which is read again every ten minutes. If that fails, the last one is used. */
function listedProxies(address: string, clock: Clock): ProxyPool {
  let known: { proxies: Proxy[]; until: number } | null = null;
  let turn = 0;

  async function load(): Promise<Proxy[]> {
    const isUrl = /^https?:/.test(address);
    const text = isUrl ? await download(address) : await readFile(address, "utf8");
    const proxies = text.slice(0, MAX_LIST_CHARS).split(/\r?\n/).flatMap(proxyOfLine);
    if (proxies.length === 0) throw new Error("it has no proxy");
    return proxies;
  }

  return {
    name: `proxies of ${/^https?:/.test(address) ? new URL(address).host : address}`,
    async next() {
      if (!known || known.until <= clock.now()) {
        try {
          known = { proxies: await load(), until: clock.now() + LIST_KEPT_MS };
        } catch (error) {
          if (!known) throw new NotResponding(`the list of proxies could not be read: ${errorMessage(error)}`, error);
          known = { ...known, until: clock.now() + LIST_KEPT_MS };
        }
      }
      return known.proxies[turn++ % known.proxies.length]!;
    },
  };
}

async function download(address: string): Promise<string> {
  const { origin, pathname, search, username, password } = new URL(address);
  const headers = username ? { authorization: `Basic ${btoa(`${username}:${password}`)}` } : undefined;
  const answer = await fetch(`${origin}${pathname}${search}`, {
    ...(headers && { headers }),
    signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.text();
}

/** `http://user:password@host:port`, `host:port` or `host:port:user:password`; other lines are comments. */
function proxyOfLine(line: string): Proxy[] {
  const word = line.trim();
  if (word === "" || word.startsWith("#")) return [];
  const [, host, user, password] = /^([^\s:/@]+:\d+)(?::([^\s:]+):(\S+))?$/.exec(word) ?? [];
  const credentials = user === undefined ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@`;
  try {
    return [parseProxy(host === undefined ? word : `http://${credentials}${host}`)];
  } catch {
    return [];
  }
}
