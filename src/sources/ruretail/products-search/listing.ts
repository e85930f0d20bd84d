import type { Static } from "typebox";
import type { Page } from "../../../contract/page.ts";
import type { Json } from "../../../source-kit/json.ts";
import type { City } from "./city.ts";
import type { Product } from "./record.ts";

export type ProductRecord = Static<typeof Product>;

/** What one answer of the site lists, whatever form it came in. */
export interface Listing {
  page: Page<ProductRecord>;
  /** The filters the site offers, with what is selected; null where the answer does not say. */
  groups: Json[] | null;
  /** The order that the answer marks as chosen. */
  sortedBy: { id: string; direction: string } | null;
  /** The city the answer says it is for. */
  city: City | null;
}

/** A list of products of which nothing else is said. */
export const bareListing = (page: Page<ProductRecord>, city: City | null): Listing => ({
  page,
  groups: null,
  sortedBy: null,
  city,
});

/** What a reader has to know beside the answer. */
export interface Reading {
  origin: string;
  /** Milliseconds since 1970: what "tomorrow" counts from. */
  now: number;
  city: string;
  withImages: boolean;
}
