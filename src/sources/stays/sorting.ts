import { keysOf } from "../../source-kit/source.ts";

interface Order {
  order: string;
  /** Names that the site has been seen to use for the same order. */
  also?: string[];
  purpose?: "business";
}

/**
 * `class_and_price` is inferred from its neighbours; "top picks for business" is the site's own order for business
 * travellers (inferred).
 */
const orders = {
  top_picks: { order: "popularity" },
  business_top_picks: { order: "popularity", purpose: "business" },
  entire_homes_first: { order: "upsort_bh" },
  price_low_to_high: { order: "price" },
  price_high_to_low: { order: "price_from_high_to_low" },
  stars_high_to_low: { order: "class" },
  stars_low_to_high: { order: "class_asc" },
  stars_and_price: { order: "class_and_price" },
  best_reviewed_and_lowest_price: { order: "review_score_and_price" },
  distance_from_center: { order: "distance_from_search" },
  top_reviewed: { order: "score", also: ["bayesian_review_score"] },
} satisfies Record<string, Order>;

export type Sort = keyof typeof orders;
export const sorts = keysOf(orders);

export function orderParameters(sort: Sort): Record<string, string> {
  const { order, purpose }: Order = orders[sort];
  return purpose ? { order, sb_travel_purpose: purpose } : { order };
}

const orderOf = (sort: Sort): Order => orders[sort];
const DEFAULT = "popularity";
/** The site's own order around a point. */
const AROUND = "distance_from_search";

/** Whether a page that marks these orders is in the requested one. */
export function isOrder(stated: readonly string[], sort: Sort): boolean {
  const { order, also = [] } = orderOf(sort);
  const accepted = order === DEFAULT ? [order, AROUND] : [order, ...also];
  // Any other order of our table was asked for by somebody else; the site has names for its default that are not in it.
  const known =
    order === DEFAULT ? stated.filter((name) => keysOf(orders).some((key) => orderOf(key).order === name)) : stated;
  return known.length === 0 || known.some((name) => accepted.includes(name));
}

/** The site falls back to its default, so only another order can be ignored. */
export const untakenOrder = (_stated: readonly string[], sort: Sort): { field: string; msg: string } | null =>
  orderOf(sort).order === DEFAULT ? null : { field: "sort", msg: `the site did not apply the order ${sort} here` };
