/** Facts about a response besides its records, from its headers or the last line of a stream. */
export interface Facts {
  requestId: string;
  /** Null if the service has not reported it; 0 if the response repeats an earlier call with the same idempotency key. */
  creditsCharged: number | null;
  pointsLeft: number | null;
  /** The key's five rate windows. */
  windows: RateWindow[];
  /** Why there are no more records. */
  resultsEnd: "count" | "exhausted" | "source-limit" | null;
  /** The total that the site reports. */
  resultsTotal: number | null;
  /** How the service interpreted a text. */
  resolved: Record<string, unknown> | null;
  /** Codes of fields that had no effect. */
  warnings: string[];
  /** Seconds the service took; for a stream, until its first record. */
  seconds: number | null;
  /** Whether the response repeats an earlier call with the same idempotency key. */
  replayed: boolean;
  /** Age in seconds of a cached response, which is free; null if the site was called. */
  age: number | null;
  /** Whether a stand-in gave the records, which are made up. */
  standIn: boolean;
  /** Of your account's own earlier answer: `hit` if it is as recent as `maxAge` says, `stale` if the site failed. */
  cache: "hit" | "stale" | null;
  /** The request that it was the answer to. */
  cachedRequestId: string | null;
}

export interface RateWindow {
  name: string;
  limit: number;
  left: number;
  /** Length of the window. */
  seconds: number;
  /** Seconds until the window resets. */
  resetsIn: number;
}

/** An array of records, with the response's `facts`. */
export type Records<Rec> = Rec[] & { readonly facts: Facts };

/** Not enumerable, so that the records compare, copy and print as a plain array. */
export const withFacts = <Rec>(records: Rec[], facts: Facts): Records<Rec> =>
  Object.defineProperty(records, "facts", { value: facts }) as Records<Rec>;

export function readFacts(headers: Headers): Facts {
  const resolved = headers.get("x-resolved");
  const end = headers.get("x-results-end");
  return {
    requestId: headers.get("x-request-id") ?? "",
    creditsCharged: numberOf(headers.get("x-credits-charged")),
    pointsLeft: numberOf(headers.get("x-token-points")),
    windows: readWindows(headers),
    resultsEnd: end as Facts["resultsEnd"],
    resultsTotal: numberOf(headers.get("x-results-total")),
    resolved: resolved === null ? null : (JSON.parse(decodeURIComponent(resolved)) as Record<string, unknown>),
    warnings: headers.get("x-warnings")?.split(", ").map(decodeURIComponent) ?? [],
    seconds: numberOf(headers.get("x-execution-time")),
    replayed: headers.get("idempotent-replayed") === "true",
    age: numberOf(headers.get("age")),
    standIn: headers.has("x-stand-in"),
    cache: headers.get("x-cache") as Facts["cache"],
    cachedRequestId: headers.get("x-cache-request-id"),
  };
}

/** The last line of a stream, with the facts that its headers could not know. */
export interface Summary {
  "@type": "WinnowSummary";
  credits_charged: number;
  points_left: number | null;
  results_end: Facts["resultsEnd"];
  results_total: number | null;
  resolved: Record<string, unknown> | null;
  warnings: string[];
  age: number | null;
  stand_in: true | null;
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export function withSummary(head: Facts, summary: Summary): Facts {
  const last = Object.entries(summary).map(([name, value]) => [camelCase(name), value] as const);
  const known = Object.fromEntries(last.filter(([name]) => name in head));
  return { ...head, ...known, standIn: summary.stand_in === true };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** `"minutely";q=20;w=60` and `"minutely";r=19;t=38`. */
export function readWindows(headers: Headers): RateWindow[] {
  const [policy, state] = ["ratelimit-policy", "ratelimit"].map((name) => headers.get(name) ?? "");
  const items = (text: string) => [...text.matchAll(/"(\w+)";\w=(\d+);\w=(\d+)/g)];
  const now = new Map(items(state!).map(([, name, left, until]) => [name, { left, until }]));
  return items(policy!).map(([, name = "", limit, seconds]) => {
    const { left = limit, until = seconds } = now.get(name) ?? {};
    return { name, limit: Number(limit), left: Number(left), seconds: Number(seconds), resetsIn: Number(until) };
  });
}
