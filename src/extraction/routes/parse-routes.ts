/** One route, as the operator wrote it. */
export type RouteSpec =
  | { kind: "direct" }
  | { kind: "http" | "socks"; proxy: URL }
  | { kind: "browser"; endpoint: string; proxy: URL | null }
  /** A provider's proxies, one for each call; through a browser if it has an endpoint. */
  | { kind: "provider"; proxies: ProvidedProxies; endpoint: string | null };

/** An address with `{session}`, which stands for a new visitor, or a list of addresses in a file or at a URL. */
export type ProvidedProxies = { template: string } | { list: string };

/**
 * Parses `direct,http://proxy:3128|socks5://other:1080,cdp:ws://browser:9222 via http://proxy:3128`. Steps are separated by
 * commas and tried in order; routes of one step are separated by bars and take turns. Throws an explanation if it is
 * invalid. `country` replaces `{country}`.
 */
export function parseRoutes(text: string, country: string | null = null): RouteSpec[][] {
  return text.split(",").map((step) => step.split("|").map((word) => parseRoute(word.trim(), country)));
}

function parseRoute(word: string, country: string | null): RouteSpec {
  if (word === "direct") return { kind: "direct" };
  const [, endpoint, through] = /^cdp:((?:wss?|https?):\/\/\S+)(?:\s+via\s+(\S+))?$/.exec(word) ?? [];
  if (endpoint === undefined) return proxyRoute(word, country);
  if (through === undefined) return { kind: "browser", endpoint, proxy: null };
  const spec = proxyRoute(through, country);
  if (spec.kind === "provider") return { ...spec, endpoint };
  refuseSocksPassword(spec.proxy);
  return { kind: "browser", endpoint, proxy: spec.proxy };
}

type ProxyRoute = Extract<RouteSpec, { kind: "http" | "socks" | "provider" }>;

function proxyRoute(word: string, country: string | null): ProxyRoute {
  const list = /^list:(https?:\/\/\S+|\/\S+)$/.exec(word)?.[1];
  if (list !== undefined) return { kind: "provider", proxies: { list }, endpoint: null };
  if (word.includes("{country}") && country === null)
    throw new Error("a route with {country} needs WINNOW_<SOURCE>_COUNTRY, such as nl");
  const template = word.replaceAll("{country}", country ?? "");
  if (!template.includes("{session}")) return parseProxy(template);
  parseProxy(template.replaceAll("{session}", "0"));
  return { kind: "provider", proxies: { template }, endpoint: null };
}

/** A proxy's address. Throws an explanation if it is none. */
export function parseProxy(word: string): { kind: "http" | "socks"; proxy: URL } {
  const proxy = URL.canParse(word) ? new URL(word) : null;
  if (proxy && /^https?:$/.test(proxy.protocol)) return { kind: "http", proxy };
  if (proxy && /^socks(4a?|5h?)?:$/.test(proxy.protocol)) return { kind: "socks", proxy };
  // The text may contain a password, so it is not echoed.
  throw new Error(
    "a route is direct, http://host:port, https://host:port, socks5://host:port, list:https://host/list, list:/path, cdp:ws://host:port or cdp:ws://host:port via http://host:port",
  );
}

/** Chromium cannot send a password to a SOCKS proxy. */
export function refuseSocksPassword(proxy: URL): void {
  if (proxy.username && proxy.protocol.startsWith("socks"))
    throw new Error("a browser cannot use a SOCKS proxy with a password");
}
