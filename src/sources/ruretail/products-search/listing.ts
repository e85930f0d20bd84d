import type { Static } from "typebox";
import type { Json } from "../../../source-kit/json.ts";
import type { ResultPage } from "../../../source-kit/pages-until.ts";
import type { City } from "./city.ts";
import type { Product } from "./record.ts";
import { PER_PAGE } from "./search-request.ts";

export type ProductRecord = Static<typeof Product>;

/** What one answer of the site lists, whatever form it came in. */
export interface Listing {
  records: ProductRecord[];
  /** The filters the site offers, with what is selected; null where the answer does not say. */
  groups: Json[] | null;
  /** The order that the answer marks as chosen. */
  sortedBy: { id: string; direction: string } | null;
  totalItems: number | null;
  totalPages: number | null;
  /** The number that the answer gives itself. */
  page: number | null;
  /** The city the answer says it is for. */
  city: City | null;
}

/** A list of products of which nothing else is said. */
export const bareListing = (records: ProductRecord[], city: City | null): Listing => ({
  records,
  groups: null,
  sortedBy: null,
  totalItems: null,
  totalPages: null,
  page: null,
  city,
});

export const pageOf = ({ records, totalItems, totalPages, page }: Listing): ResultPage<ProductRecord> => ({
  records,
  total: totalItems,
  lastPage: totalPages,
  perPage: PER_PAGE,
  page,
});

/** What a reader has to know beside the answer. */
export interface Reading {
  origin: string;
  /** Milliseconds since 1970: what "tomorrow" counts from. */
  now: number;
  city: string;
  withImages: boolean;
}
