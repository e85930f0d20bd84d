/** One route, as the operator wrote it. */
export type RouteSpec =
  | { kind: "direct" }
  | { kind: "http" | "socks"; proxy: URL }
  | { kind: "browser"; endpoint: string; proxy: URL | null };

/**
 * Parses `direct,http://proxy:3128|socks5://other:1080,cdp:ws://browser:9222 via http://proxy:3128`. Steps are separated by
 * commas and tried in order; routes of one step are separated by bars and take turns. Throws an explanation if it is
 * invalid.
 */
export function parseRoutes(text: string): RouteSpec[][] {
  return text.split(",").map((step) => step.split("|").map((word) => parseRoute(word.trim())));
}

function parseRoute(word: string): RouteSpec {
  if (word === "direct") return { kind: "direct" };
  const [, endpoint, through] = /^cdp:((?:wss?|https?):\/\/\S+)(?:\s+via\s+(\S+))?$/.exec(word) ?? [];
  if (endpoint !== undefined) {
    const proxy = through === undefined ? null : proxyOf(through).proxy;
    // Chromium cannot send a password to a SOCKS proxy.
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
  // The text may contain a password, so it is not echoed.
  throw new Error(
    "a route is direct, http://host:port, https://host:port, socks5://host:port, cdp:ws://host:port or cdp:ws://host:port via http://host:port",
  );
}
