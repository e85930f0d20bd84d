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
  /** Maximum number of records to return. */
  count: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
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
  /** The kind of record, always the same. */
  "@type": "RuretailProduct";
  /** The site's ID of the product. */
  id: string;
  /** City code: prices and stock are those of this city. */
  city: string | null;
  /** Name of the city, in Russian. */
  city_name: string | null;
  /** Full name, in Russian. */
  name: string | null;
  /** Name as a card shows it. */
  short_name: string | null;
  /** Name of the product in its URL. */
  alias: string | null;
  /** URL of the product's page. */
  url: string | null;
  /** Brand. */
  brand: RuretailBrandRef | null;
  /** Category in which the site lists the product. */
  category: RuretailCategoryRef | null;
  /** Current price in `currency`; null if the product is not for sale now. */
  price: number | null;
  /** Price before the discount, in `currency`; null if there is none. */
  old_price: number | null;
  /** Price for members of the loyalty club, in `currency`; null if the site shows none. */
  club_price: number | null;
  /** The site's code for how it shows the club price: PRICE_IN_RUB, SKIP (hidden), ... */
  club_price_view_type: string | null;
  /** Discount in percent; null if there is none. */
  discount_percent: number | null;
  /** Loyalty points that a purchase earns. */
  bonus_points: number | null;
  /** By its name, a bonus for paying by SBP, Russia's instant payment system. Always null so far: Winnow has seen no page of the site that has it. */
  sbp_bonus: number | null;
  /** Whether the site marks the price as fair; it does not say how it judges. */
  is_fair_price: boolean | null;
  /** ISO 4217 code of the currency of the prices. Default "RUB". */
  currency: string;
  /** Whether the product can be bought now. */
  is_available: boolean | null;
  /** Whether these are marked-down goods. */
  is_discount: boolean | null;
  /** Average of the opinions, out of 5; null if there are none. */
  rating: number | null;
  /** Number of customers' opinions. */
  opinion_count: number | null;
  /** Number of reviews, which the site counts apart from opinions. */
  review_count: number | null;
  /** The site's count of stock in the stores of the city. */
  stock_in_stores: number | null;
  /** Most items in one place; 50 also stands for more than 50. */
  max_stock_in_store: number | null;
  /** Stores that offer pickup, by day. */
  pickup_points: Array<RuretailPickupSummary>;
  /** URL of the main picture, in the largest size offered. */
  image: string | null;
  /** URLs of all pictures; empty unless `with_images` is true. */
  images: Array<string>;
  /** Promotion labels. */
  labels: Array<RuretailLabel>;
  /** Main specifications. */
  key_properties: Array<RuretailProperty>;
  /** Number of items that are sold together. */
  pack_size: number | null;
  /** Number of items in the supplier's package. */
  supplier_pack_size: number | null;
  /** Whether the site offers similar products; only rendered cards show it. */
  has_analog_products: boolean | null;
  /** The site's code for who may buy the product. Always null so far: Winnow has seen no page of the site that has it. */
  access_mode: string | null;
}

export interface RuretailBrandRef {
  /** The kind of record, always the same. */
  "@type": "RuretailBrandRef";
  /** The site's ID of the brand. */
  id: string | null;
  /** Name of the brand. */
  name: string | null;
  /** Name of the brand in URLs. */
  alias: string | null;
  /** URL of the brand's page. Always null so far: Winnow has seen no page of the site that has it. */
  url: string | null;
  /** URL of the brand's logo. Always null so far: Winnow has seen no page of the site that has it. */
  image: string | null;
  /** URL of the manufacturer's website. Always null so far: Winnow has seen no page of the site that has it. */
  vendor_site: string | null;
}

export interface RuretailCategoryRef {
  /** The kind of record, always the same. */
  "@type": "RuretailCategoryRef";
  /** The site's ID of the category. */
  id: string | null;
  /** Name of the category, in Russian. */
  name: string | null;
  /** Name of the category in URLs. */
  alias: string | null;
  /** URL of the category's page. */
  url: string | null;
}

export interface RuretailPickupSummary {
  /** The kind of record, always the same. */
  "@type": "RuretailPickupSummary";
  /** Day of pickup, YYYY-MM-DD. */
  delivery_date: string | null;
  /** Stores where the product can be picked up on that day. */
  store_count: number | null;
}

export interface RuretailLabel {
  /** The kind of record, always the same. */
  "@type": "RuretailLabel";
  /** The site's kind of label: INSTALLMENT, BONUS, PROMOCODE, CUSTOM, ... */
  kind: string | null;
  /** Text of the label, in Russian. */
  name: string | null;
  /** URL of the promotion. */
  url: string | null;
  /** The site's ID of the promotion. */
  action_id: string | null;
  /** ISO 8601 time at which the promotion ends. */
  expires_at: string | null;
}

export interface RuretailProperty {
  /** The kind of record, always the same. */
  "@type": "RuretailProperty";
  /** Name of the property, in Russian. */
  name: string;
  /** Value of the property. */
  value: string;
  /** Unit of the value, if the site gives it apart. */
  measure: string | null;
  /** Heading under which the site lists the property. */
  group: string | null;
}

export interface RuretailProductsFilters {
  /** Search text. Each search has its own filters. */
  query: string;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** City code. Prices and stock are for this city. Default "msk_cl". */
  city?: string;
}

export interface RuretailFilter {
  /** The kind of record, always the same. */
  "@type": "RuretailFilter";
  /** The site's ID of the group of filters. */
  group_id: string;
  /** Name of the group, in Russian. */
  group_name: string | null;
  /** The site's ID of the option; null for a range. */
  option_id: string | null;
  /** Name of the option or of the range, in Russian. */
  label: string | null;
  /** Products of this search that match. */
  product_count: number | null;
  /** Entry for `filters` of the product search. */
  filter: string | null;
  /** The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ... */
  parameter: string | null;
  /** Value for that parameter. */
  value: string | null;
  /** Lowest value of a range, in `unit`. */
  min_value: number | null;
  /** Highest value of a range, in `unit`. */
  max_value: number | null;
  /** Unit of a range, as the site writes it. */
  unit: string | null;
}

export interface RuretailCities {
  /** Name of a city, or its start. Without it you get the cities that the site lists. */
  query?: string | null;
  /** Maximum number of records to return. Default 20. */
  count?: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
}

export interface RuretailCity {
  /** The kind of record, always the same. */
  "@type": "RuretailCity";
  /** Value for `city` of the product search. */
  code: string;
  /** Name of the city, in Russian. */
  name: string | null;
  /** Region in which the city lies, in Russian. */
  region: string | null;
}
