import { keysOf, ruleBroken } from "../../source-kit/source.ts";
import type { SearchReading } from "./reading/search-reading.ts";

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

type Sort = keyof typeof orders;
export const sorts = keysOf(orders);

export function orderParameters(sort: Sort): Record<string, string> {
  const { order, purpose }: Order = orders[sort];
  return purpose ? { order, sb_travel_purpose: purpose } : { order };
}

/** `top_picks` is the site's fallback, so only another order can be ignored. */
export function refuseUntakenSort(sort: Sort, { echo }: SearchReading): void {
  const { order, also = [] }: Order = orders[sort];
  if (order === "popularity" || echo.sorters.length === 0) return;
  if (echo.sorters.some((name) => name === order || also.includes(name))) return;
  throw ruleBroken({ loc: ["sort"], msg: `the site did not apply the order ${sort} here`, input: sort });
}
