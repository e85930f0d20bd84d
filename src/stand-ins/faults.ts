/**
 * The faults that a stand-in site can simulate, as an operator writes them: `reset:1000`, `rename:price`. The number is
 * optional where it has a default.
 */
export const faultKinds = {
  refuse: { number: null, meaning: "refuse connections" },
  reset: { number: 0, meaning: "reset the connection at byte n of the body" },
  hang: { number: null, meaning: "send the headers and then nothing" },
  drip: { number: 1000, meaning: "send one byte every n ms" },
  huge: { number: 10 * 1024 ** 3, meaning: "send n bytes (10 GB)" },
  bomb: { number: 1024 ** 3, meaning: "send a gzip body that unpacks to n bytes (1 GB)" },
  charset: { number: null, meaning: "declare a charset that the page does not have" },
  truncate: { number: 50, meaning: "close the connection after n % of the body" },
  circle: { number: null, meaning: "301 to itself" },
  elsewhere: { number: null, meaning: "301 to another host" },
  "403": { number: null, meaning: "403 without a word" },
  "429": { number: null, meaning: "429; with a number, Retry-After: n" },
  "500": { number: 100, meaning: "500 for n % of the requests" },
  challenge: { number: null, meaning: "the site's own challenge page" },
  interstitial: { number: 400, meaning: "first a page that sets a cookie and reloads after n ms, to every visitor" },
  rename: { number: null, meaning: "rename a JSON key or an attribute: rename:price" },
  cents: { number: null, meaning: "show the numbers of a JSON key times 100: cents:price" },
  latency: { number: 1000, meaning: "answer after n ms" },
  accepted: { number: 1, meaning: "202 without a word for the first n requests" },
  cookie: { number: null, meaning: "send whoever has no cookie of ours back with one" },
  offset: { number: null, meaning: "ignore the requested page: always return the first" },
  "400": { number: 1, meaning: "400 for the first n requests, as for a field that is not known" },
  apex: { number: null, meaning: "301 from the bare name to www" },
  robots: { number: 0, meaning: "robots.txt with status n (200: a page in its place; 0: it allows nothing)" },
} as const satisfies Record<string, { number: number | null; meaning: string }>;

export type FaultKind = keyof typeof faultKinds;

/** Awkward behaviour of sites that mean no harm. The docs have a table of how each source copes with it. */
export type HostileKind = "accepted" | "cookie" | "offset" | "400" | "apex" | "robots";

export interface Fault {
  kind: FaultKind;
  number: number | null;
  /** The key or attribute that it is about. */
  name: string | null;
}

/** Faults of one key or attribute, which must be named. */
const NAMED: readonly FaultKind[] = ["rename", "cents"];

const isKind = (text: string): text is FaultKind => Object.hasOwn(faultKinds, text);

export function parseFault(text: string): Fault {
  const [, kind = "", number, name] = /^([a-z0-9]+)(?::(?:(\d+)|(.+)))?$/.exec(text.trim()) ?? [];
  if (!isKind(kind) || NAMED.includes(kind) !== (name !== undefined)) {
    const valid = Object.keys(faultKinds).map((one) => (isKind(one) && NAMED.includes(one) ? `${one}:<name>` : one));
    throw new Error(`"${text}" is not a fault; valid faults: ${valid.join(", ")}`);
  }
  return { kind, number: number === undefined ? faultKinds[kind].number : Number(number), name: name ?? null };
}

/** Parses `nlretail=reset:1000,stays=403`. `on` alone opens the control port and leaves every stand-in healthy. */
export function parseFaults(text: string): Record<string, Fault> {
  if (text.trim() === "on") return {};
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [source = "", fault = ""] = pair.split("=");
      return [source.trim(), parseFault(fault)];
    }),
  );
}
