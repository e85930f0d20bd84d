import type { City } from "./places.ts";
import type { Party, Stay } from "./prices.ts";

/** The site's names of its orders. */
export type OrderName =
  | "popularity"
  | "upsort_bh"
  | `price${"" | "_from_high_to_low"}`
  | `class${"" | "_asc" | "_and_price"}`
  | "review_score_and_price"
  | "distance_from_search"
  | "score";

/** A search as the stand-in understood it. */
export interface Understood {
  /** The place is named after the first. */
  cities: [City, ...City[]];
  destType: string;
  destId: string;
  ss: string;
  point: { latitude: number; longitude: number } | null;
  stay: Stay | null;
  party: Party;
  currency: string;
  language: string;
  order: OrderName;
  purpose: string;
  offset: number;
  rows: number;
  /** Rows of the previous page that appear again on this one: a list that moves during paging. */
  repeated: number;
  /** `key=code` of the filters that exist here; others are ignored, as the site does. */
  applied: string[];
}

/** The input of filters besides the property. */
export interface Circumstances {
  stay: Stay | null;
  party: Party;
  currency: string;
}
