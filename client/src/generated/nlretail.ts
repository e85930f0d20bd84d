// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Dutch retailer. */
export interface Nlretail {
  /**
   * Products by keyword: 10 credits per 20 results.
   *
   * Products of a Dutch retailer for a search text, in the site's order. `is_sponsored` marks advertisements. A product that the site lists twice is returned once, at its first place.
   */
  productsSearch: Operation<NlretailProductsSearch, NlretailSearchProduct>;
}

export interface NlretailProductsSearch {
  /** Search text. */
  keyword: string;
  /** Most records to return. */
  count: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
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
  /** Reference price, if the site shows one. */
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
