/** The price of a request. Only a 200 is charged; `count` bounds the hold before the request starts. */
export interface Price {
  readonly kind: "flat" | "flat-when-found" | "per-results";
  readonly credits: number;
  /** Results that `credits` buys; null if any number costs the same. */
  readonly results: number | null;
  /** The price of a response with this many records. */
  of(results: number): number;
  /** The maximum cost of a request for `count` records. */
  max(count: number): number;
  /** The largest `count` that these points can pay for; null if any count costs the same. */
  affordable(points: number): number | null;
  readonly words: string;
}

/** A price is in credits, a balance in points; 1 credit is 1 point. */
const inWords = (credits: number) => `${credits} ${credits === 1 ? "credit" : "credits"}`;

export const flat = (credits: number): Price => ({
  kind: "flat",
  credits,
  results: null,
  of: () => credits,
  max: () => credits,
  affordable: () => null,
  words: `${inWords(credits)} per request`,
});

/** For a lookup: the same price for any number of results, and nothing for none. */
export const perRequestWhenFound = (credits: number): Price => ({
  ...flat(credits),
  kind: "flat-when-found",
  of: (results) => (results > 0 ? credits : 0),
  words: `${inWords(credits)} per request, free if nothing is found`,
});

export const perResults = ({ credits, results }: { credits: number; results: number }): Price => {
  const of = (found: number) => credits * Math.ceil(found / results);
  return {
    kind: "per-results",
    credits,
    results,
    of,
    max: of,
    affordable: (points) => Math.floor(points / credits) * results,
    words: `${inWords(credits)} per ${results} results`,
  };
};
