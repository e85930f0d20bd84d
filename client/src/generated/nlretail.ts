// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Dutch retailer. */
export interface Nlretail {
  /**
   * Product cards by keyword: 10 credits per 20 results.
   *
   * Product cards of a Dutch retailer for a search text, in the site's order. Sponsored cards are marked; a product that is listed twice is given once, as it came first.
   */
  productsSearch: Operation<NlretailProductsSearch, NlretailSearchProduct>;
}

export interface NlretailProductsSearch {
  /** Search text. */
  keyword: string;
  /** The most records wanted. */
  count: number;
  /** Seconds the request may run before it is answered with 408. Default 300. */
  timeout?: number;
}

export interface NlretailSearchProduct {
  "@type": "NlretailSearchProduct";
  id: string;
  name: string | null;
  url: string | null;
  image: string | null;
  brand: string | null;
  brand_url: string | null;
  /** Current price in euro. */
  price: number | null;
  /** The price it is compared with, where the site shows one. */
  list_price: number | null;
  /** new, refurbished or secondhand. */
  condition: string | null;
  delivery: string | null;
  delivered_within_48h: boolean | null;
  /** Average of the reviews, out of 5. */
  rating: number | null;
  review_count: number | null;
  /** Category hierarchy, from the root down. */
  categories: Array<NlretailCategoryRef>;
  is_sponsored: boolean | null;
}

export interface NlretailCategoryRef {
  "@type": "NlretailCategoryRef";
  id: string | null;
  name: string | null;
}
