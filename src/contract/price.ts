/** What a request costs. Only a 200 is ever charged; `count` bounds what is held before it starts. */
export interface Price {
  readonly kind: "flat" | "per-results";
  readonly credits: number;
  /** Results bought by one `credits`; null for a flat price. */
  readonly results: number | null;
  /** The price of an answer with this many records. */
  of(results: number): number;
  /** The most a request for `count` records can cost. */
  most(count: number): number;
  /** The largest `count` that so many points can pay for; null where any count costs the same. */
  affordable(points: number): number | null;
  readonly words: string;
}

export const flat = (credits: number): Price => ({
  kind: "flat",
  credits,
  results: null,
  of: () => credits,
  most: () => credits,
  affordable: () => null,
  words: `${credits} ${credits === 1 ? "credit" : "credits"} per request`,
});

export const perResults = ({ credits, results }: { credits: number; results: number }): Price => {
  const of = (found: number) => credits * Math.ceil(found / results);
  return {
    kind: "per-results",
    credits,
    results,
    of,
    most: of,
    affordable: (points) => Math.floor(points / credits) * results,
    words: `${credits} credits per ${results} results`,
  };
};
