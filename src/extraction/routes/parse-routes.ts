/** One way out, as the operator wrote it. */
export type RouteSpec =
  | { kind: "direct" }
  | { kind: "http" | "socks"; proxy: URL }
  | { kind: "browser"; endpoint: string };

/**
 * `direct,http://proxy:3128|socks5://other:1080,cdp:ws://browser:9222`: steps between commas, tried in order;
 * proxies of one step between bars, which take turns. Throws words that say what is wrong.
 */
export function parseRoutes(text: string): RouteSpec[][] {
  return text.split(",").map((step) => step.split("|").map((word) => parseRoute(word.trim())));
}

function parseRoute(word: string): RouteSpec {
  if (word === "direct") return { kind: "direct" };
  if (/^cdp:(wss?|https?):\/\//.test(word)) return { kind: "browser", endpoint: word.slice("cdp:".length) };
  const proxy = URL.canParse(word) ? new URL(word) : null;
  if (proxy && /^https?:$/.test(proxy.protocol)) return { kind: "http", proxy };
  if (proxy && /^socks(4a?|5h?)?:$/.test(proxy.protocol)) return { kind: "socks", proxy };
  // The word may hold a password: it is not repeated.
  throw new Error("a route is direct, http://host:port, https://host:port, socks5://host:port or cdp:ws://host:port");
}
