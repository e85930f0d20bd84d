/** What a request costs. Only a 200 is ever charged; `count` bounds what is held before it starts. */
export interface Price {
  readonly kind: "flat" | "flat-when-found" | "per-results";
  readonly credits: number;
  /** Results bought by one `credits`; null where any number costs the same. */
  readonly results: number | null;
  /** The price of an answer with this many records. */
  of(results: number): number;
  /** The most a request for `count` records can cost. */
  most(count: number): number;
  /** The largest `count` that so many points can pay for; null where any count costs the same. */
  affordable(points: number): number | null;
  readonly words: string;
}

const inWords = (credits: number) => `${credits} ${credits === 1 ? "credit" : "credits"}`;

export const flat = (credits: number): Price => ({
  kind: "flat",
  credits,
  results: null,
  of: () => credits,
  most: () => credits,
  affordable: () => null,
  words: `${inWords(credits)} per request`,
});

/** A lookup: the same whatever it finds, and nothing where it finds nothing. */
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
    most: of,
    affordable: (points) => Math.floor(points / credits) * results,
    words: `${inWords(credits)} per ${results} results`,
  };
};
