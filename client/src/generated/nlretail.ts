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
  /** Maximum number of records to return. */
  count: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface NlretailSearchProduct {
  /** The kind of record, always the same. */
  "@type": "NlretailSearchProduct";
  /** The site's ID of the product. */
  id: string;
  /** Name of the product, in Dutch. */
  name: string | null;
  /** URL of the product's page. */
  url: string | null;
  /** URL of the main picture, in the largest size offered. */
  image: string | null;
  /** Brand. */
  brand: string | null;
  /** URL of the brand's page. */
  brand_url: string | null;
  /** Current price (EUR). */
  price: number | null;
  /** Reference price, if the site shows one (EUR). */
  list_price: number | null;
  /** new, refurbished or secondhand. */
  condition: string | null;
  /** The site's sentence on stock and delivery, in Dutch. */
  delivery: string | null;
  /** Whether the site promises delivery within 48 hours. */
  delivered_within_48h: boolean | null;
  /** Average of the reviews, out of 5; null if there are none. */
  rating: number | null;
  /** Number of reviews. */
  review_count: number | null;
  /** Category hierarchy, from the root down. */
  categories: Array<NlretailCategoryRef>;
  /** Whether the site shows the product as an advertisement. */
  is_sponsored: boolean | null;
}

export interface NlretailCategoryRef {
  /** The kind of record, always the same. */
  "@type": "NlretailCategoryRef";
  /** The site's ID of the category. */
  id: string | null;
  /** Name of the category, in Dutch. */
  name: string | null;
}
