import type { Static } from "typebox";
import type { City } from "./city.ts";
import type { Product } from "./record.ts";
import type { Wire } from "./wire.ts";

export type ProductRecord = Static<typeof Product>;

/** What one answer of the site lists, whatever form it came in. */
export interface Listing {
  records: ProductRecord[];
  /** The filters the site offers, with what is selected; null where the answer does not say. */
  groups: Wire[] | null;
  totalItems: number | null;
  totalPages: number | null;
  /** The city the answer says it is for. */
  city: City | null;
}

/** What a reader has to know beside the answer. */
export interface Reading {
  origin: string;
  /** Milliseconds since 1970: what "tomorrow" counts from. */
  now: number;
  city: string;
  withImages: boolean;
}
