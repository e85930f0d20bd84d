/** What an answer says besides its records: its headers, or the last line of a stream. */
export interface Facts {
  requestId: string;
  /** Null where the service has not said it; 0 where the answer is that of an earlier call with the same idempotency key. */
  creditsCharged: number | null;
  pointsLeft: number | null;
  /** The key's five rate windows. */
  windows: RateWindow[];
  /** Why there are no more records. */
  resultsEnd: "count" | "exhausted" | "source-limit" | null;
  /** How many the site says it has. */
  resultsTotal: number | null;
  /** What a text was taken to mean. */
  resolved: Record<string, unknown> | null;
  /** Codes of what had no effect. */
  warnings: string[];
  /** Seconds it took the service; of a stream, until its first record. */
  seconds: number | null;
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  replayed: boolean;
  /** Seconds since the site was asked, where the answer was a kept one, which is free; null where it was asked now. */
  age: number | null;
}

export interface RateWindow {
  name: string;
  limit: number;
  left: number;
  /** Its length. */
  seconds: number;
  /** Seconds until it starts anew. */
  resetsIn: number;
}

/** The records: an array, with what the answer said of them in `facts`. */
export type Records<Rec> = Rec[] & { readonly facts: Facts };

/** Not enumerable, so that the records are compared, copied and printed as the array they are. */
export const withFacts = <Rec>(records: Rec[], facts: Facts): Records<Rec> =>
  Object.defineProperty(records, "facts", { value: facts }) as Records<Rec>;

export function factsOf(headers: Headers): Facts {
  const resolved = headers.get("x-resolved");
  const end = headers.get("x-results-end");
  return {
    requestId: headers.get("x-request-id") ?? "",
    creditsCharged: numberOf(headers.get("x-credits-charged")),
    pointsLeft: numberOf(headers.get("x-token-points")),
    windows: windowsOf(headers),
    resultsEnd: end as Facts["resultsEnd"],
    resultsTotal: numberOf(headers.get("x-results-total")),
    resolved: resolved === null ? null : (JSON.parse(decodeURIComponent(resolved)) as Record<string, unknown>),
    warnings: headers.get("x-warnings")?.split(", ") ?? [],
    seconds: numberOf(headers.get("x-execution-time")),
    replayed: headers.get("idempotent-replayed") === "true",
    age: numberOf(headers.get("age")),
  };
}

/** The last line of a stream, which says what its head could not know. */
export interface Summary {
  "@type": "WinnowSummary";
  credits_charged: number;
  points_left: number | null;
  results_end: Facts["resultsEnd"];
  results_total: number | null;
  resolved: Record<string, unknown> | null;
  warnings: string[];
  age: number | null;
}

export const withSummary = (head: Facts, summary: Summary): Facts => ({
  ...head,
  creditsCharged: summary.credits_charged,
  pointsLeft: summary.points_left,
  resultsEnd: summary.results_end,
  resultsTotal: summary.results_total,
  resolved: summary.resolved,
  warnings: summary.warnings,
  age: summary.age,
});

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** `"minutely";q=20;w=60` and `"minutely";r=19;t=38`. */
export function windowsOf(headers: Headers): RateWindow[] {
  const [policy, state] = ["ratelimit-policy", "ratelimit"].map((name) => headers.get(name) ?? "");
  const items = (text: string) => [...text.matchAll(/"(\w+)";\w=(\d+);\w=(\d+)/g)];
  const now = new Map(items(state!).map(([, name, left, until]) => [name, { left, until }]));
  return items(policy!).map(([, name = "", limit, seconds]) => {
    const { left = limit, until = seconds } = now.get(name) ?? {};
    return {
      ...{ name, limit: Number(limit), left: Number(left) },
      ...{ seconds: Number(seconds), resetsIn: Number(until) },
    };
  });
}
