/** One way out, as the operator wrote it. */
export type RouteSpec =
  | { kind: "direct" }
  | { kind: "http" | "socks"; proxy: URL }
  | { kind: "browser"; endpoint: string; proxy: URL | null };

/**
 * `direct,http://proxy:3128|socks5://other:1080,cdp:ws://browser:9222 via http://proxy:3128`: steps between commas, tried
 * in order; routes of one step between bars, which take turns. Throws words that say what is wrong.
 */
export function parseRoutes(text: string): RouteSpec[][] {
  return text.split(",").map((step) => step.split("|").map((word) => parseRoute(word.trim())));
}

function parseRoute(word: string): RouteSpec {
  if (word === "direct") return { kind: "direct" };
  const [, endpoint, through] = /^cdp:((?:wss?|https?):\/\/\S+)(?:\s+via\s+(\S+))?$/.exec(word) ?? [];
  if (endpoint !== undefined) {
    const proxy = through === undefined ? null : proxyOf(through).proxy;
    // Chromium has no way to hand a SOCKS proxy a password.
    if (proxy?.username && proxy.protocol.startsWith("socks"))
      throw new Error("a browser cannot use a SOCKS proxy with a password");
    return { kind: "browser", endpoint, proxy };
  }
  return proxyOf(word);
}

function proxyOf(word: string): { kind: "http" | "socks"; proxy: URL } {
  const proxy = URL.canParse(word) ? new URL(word) : null;
  if (proxy && /^https?:$/.test(proxy.protocol)) return { kind: "http", proxy };
  if (proxy && /^socks(4a?|5h?)?:$/.test(proxy.protocol)) return { kind: "socks", proxy };
  // The word may hold a password: it is not repeated.
  throw new Error(
    "a route is direct, http://host:port, https://host:port, socks5://host:port, cdp:ws://host:port or cdp:ws://host:port via http://host:port",
  );
}
