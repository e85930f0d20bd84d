// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Russian electronics retailer. */
export interface Ruretail {
  /**
   * Products of an electronics retailer by keyword, for one city: 1 credit per request. 412 when the source's search returned no result container.
   *
   * Searches a Russian electronics retailer and returns its product cards with price, loyalty price, discount, rating, stock, pickup days, labels and key properties, for one city. A filter that the site does not apply is an error, never ignored.
   */
  productsSearch: Operation<RuretailProductsSearch, RuretailProduct>;
  /**
   * Filters for a product search: brands, facets and prices: 1 credit per request, free if nothing is found. 412 when the source's search returned no result container.
   *
   * Filters that the site offers for a search, each with the number of matching products. `filter` is an entry for `filters` of `/api/ruretail/products/search`; brands and fixed lists have their own parameter. Not yet verified on the live site: the form was seen on category pages; that a search uses the same form is known from public code.
   */
  productsFilters: Operation<RuretailProductsFilters, RuretailFilter>;
  /**
   * Cities of the retailer, for a product search: 1 credit per request, free if nothing is found.
   *
   * Cities by name, with the code for `city` of `/api/ruretail/products/search`. Not yet verified on the live site: the lookup by name is known from public code, and the form of its response is inferred.
   */
  cities: Operation<RuretailCities, RuretailCity>;
}

export interface RuretailProductsSearch {
  /** Search text. */
  query: string;
  /** Most records to return. */
  count: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** City code. Prices and stock are for this city. Default "msk_cl". */
  city?: string;
  /** Fill `images` with all pictures; `image` is always filled. Default false. */
  with_images?: boolean;
  /** Order of the results. Default "relevance". */
  sort?: "relevance" | "price_asc" | "price_desc" | "discount" | "rating" | "opinions" | "reviews";
  /** Lowest price, in roubles. */
  price_min?: number | null;
  /** Highest price, in roubles. */
  price_max?: number | null;
  /** Ways to get the product. With several, a product needs at least one. */
  availability?: Array<"pickup" | "pickup_now" | "delivery">;
  /** Marketing statuses. With several, a product needs at least one. */
  status?: Array<"on_sale" | "installment" | "new" | "hit" | "sale" | "clearance">;
  /** Lowest rating. */
  min_rating?: "3.0" | "3.5" | "4.0" | "4.5" | null;
  /** Lowest discount, in percent. */
  min_discount?: "5" | "10" | "20" | "35" | null;
  /** Brands, by name or by the site's slug. */
  brands?: Array<string>;
  /** Facets, each `<group id>:<option id>`. */
  filters?: Array<string>;
}

export interface RuretailProduct {
  "@type": "RuretailProduct";
  id: string;
  /** City code. */
  city: string | null;
  city_name: string | null;
  name: string | null;
  short_name: string | null;
  alias: string | null;
  url: string | null;
  brand: RuretailBrandRef | null;
  category: RuretailCategoryRef | null;
  /** Current price. */
  price: number | null;
  /** Price before discount. */
  old_price: number | null;
  /** Loyalty-club price. */
  club_price: number | null;
  club_price_view_type: string | null;
  discount_percent: number | null;
  bonus_points: number | null;
  sbp_bonus: number | null;
  is_fair_price: boolean | null;
  /** Default "RUB". */
  currency: string;
  is_available: boolean | null;
  is_discount: boolean | null;
  rating: number | null;
  opinion_count: number | null;
  review_count: number | null;
  stock_in_stores: number | null;
  max_stock_in_store: number | null;
  pickup_points: Array<RuretailPickupSummary>;
  image: string | null;
  images: Array<string>;
  labels: Array<RuretailLabel>;
  key_properties: Array<RuretailProperty>;
  pack_size: number | null;
  supplier_pack_size: number | null;
  has_analog_products: boolean | null;
  access_mode: string | null;
}

export interface RuretailBrandRef {
  "@type": "RuretailBrandRef";
  id: string | null;
  name: string | null;
  alias: string | null;
  url: string | null;
  image: string | null;
  vendor_site: string | null;
}

export interface RuretailCategoryRef {
  "@type": "RuretailCategoryRef";
  id: string | null;
  name: string | null;
  alias: string | null;
  url: string | null;
}

export interface RuretailPickupSummary {
  "@type": "RuretailPickupSummary";
  /** YYYY-MM-DD. */
  delivery_date: string | null;
  store_count: number | null;
}

export interface RuretailLabel {
  "@type": "RuretailLabel";
  kind: string | null;
  name: string | null;
  url: string | null;
  action_id: string | null;
  expires_at: string | null;
}

export interface RuretailProperty {
  "@type": "RuretailProperty";
  name: string;
  value: string;
  measure: string | null;
  group: string | null;
}

export interface RuretailProductsFilters {
  /** Search text. Each search has its own filters. */
  query: string;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** City code. Prices and stock are for this city. Default "msk_cl". */
  city?: string;
}

export interface RuretailFilter {
  "@type": "RuretailFilter";
  group_id: string;
  group_name: string | null;
  /** Null for a range. */
  option_id: string | null;
  label: string | null;
  /** Products of this search that match. */
  product_count: number | null;
  /** Entry for `filters` of the product search. */
  filter: string | null;
  /** The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ... */
  parameter: string | null;
  /** Value for that parameter. */
  value: string | null;
  /** Lowest value of a range. */
  min_value: number | null;
  /** Highest value of a range. */
  max_value: number | null;
  unit: string | null;
}

export interface RuretailCities {
  /** Name of a city, or its start. Without it you get the cities that the site lists. */
  query?: string | null;
  /** Most records to return. Default 20. */
  count?: number;
  /** Most seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface RuretailCity {
  "@type": "RuretailCity";
  /** Value for `city` of the product search. */
  code: string;
  name: string | null;
  region: string | null;
}
