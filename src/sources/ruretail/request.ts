import type { Static } from "../../source-kit/record.ts";
import {
  countField,
  defineRequest,
  fedBy,
  flagField,
  items,
  listOf,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../../source-kit/request.ts";
import { keysOf } from "../../source-kit/source.ts";

/**
 * Every id that the site's search uses, in one place: correct one here, and both the request and the check of applied
 * filters follow. Each was seen in a saved response of the site, unless noted. The site's response does not select an id
 * that it does not know, so the caller gets a 422 instead of wrong records.
 */
export const filterIds = {
  availability: { pickup: "available.all", pickup_now: "available.instore", delivery: "available.delivery" },
  status: {
    on_sale: "ms_action",
    installment: "ms_installment",
    new: "ms_new",
    // Inferred from the pattern of the others.
    hit: "ms_hit",
    sale: "ms_sale",
    clearance: "ms_clearance",
  },
  min_discount: {
    "5": "discount.price1_5",
    "10": "discount.price1_10",
    "20": "discount.price1_20",
    "35": "discount.price1_35",
  },
  min_rating: { "3.0": "rating.3.0", "3.5": "rating.3.5", "4.0": "rating.4.0", "4.5": "rating.4.5" },
} as const;

/** The site's own orders. `relevance` and `price_asc` were not seen: published code sends them. */
export const sortIds = {
  relevance: { id: "", direction: "SORT_DIRECTION_DESC" },
  price_asc: { id: "price", direction: "SORT_DIRECTION_ASC" },
  price_desc: { id: "price", direction: "SORT_DIRECTION_DESC" },
  discount: { id: "discount", direction: "SORT_DIRECTION_DESC" },
  rating: { id: "rating", direction: "SORT_DIRECTION_DESC" },
  opinions: { id: "opinions", direction: "SORT_DIRECTION_DESC" },
  reviews: { id: "reviews", direction: "SORT_DIRECTION_DESC" },
} as const;

/** The default city. */
export const DEFAULT_CITY = "msk_cl";

/** All filters of the search; they differ from search to search. */
export const FILTERS_LOOKUP = "/api/ruretail/products/filters";
const FILTERS = { operation: FILTERS_LOOKUP, search: null, along: ["query", "city"], results: "product_count" };

export const ProductsSearch = defineRequest("RuretailProductsSearch", {
  query: textField({ description: "Search text.", minLength: 1, examples: ["ноутбук"] }),
  count: countField(),
  timeout: timeoutField,
  city: fedBy(
    { operation: "/api/ruretail/cities", field: "code", label: ["name", "region"] },
    textField({
      description: "City code. Prices and stock are for this city.",
      minLength: 1,
      default: DEFAULT_CITY,
    }),
  ),
  with_images: flagField({
    description: "Fill `images` with all pictures; `image` is always filled.",
    default: false,
  }),
  sort: oneOf(keysOf(sortIds), { description: "Order of the results.", default: "relevance" }),
  price_min: orNull(wholeField({ description: "Lowest price, in roubles.", minimum: 0 })),
  price_max: orNull(wholeField({ description: "Highest price, in roubles.", minimum: 0 })),
  availability: listOf(items.oneOf(keysOf(filterIds.availability)), {
    description: "Ways to get the product. With several, a product needs at least one.",
  }),
  status: listOf(items.oneOf(keysOf(filterIds.status)), {
    description: "Marketing statuses. With several, a product needs at least one.",
  }),
  min_rating: orNull(oneOf(keysOf(filterIds.min_rating), { description: "Lowest rating." })),
  min_discount: orNull(oneOf(keysOf(filterIds.min_discount), { description: "Lowest discount, in percent." })),
  brands: fedBy(
    { ...FILTERS, field: "value", label: ["label"], where: { parameter: "brands" } },
    listOf(items.text, { description: "Brands, by name or by the site's slug." }),
  ),
  filters: fedBy(
    { ...FILTERS, field: "filter", label: ["group_name", "label"] },
    listOf(
      { ...items.text, pattern: "^\\s*[^\\s:]+\\s*:\\s*\\S", examples: ["113:36"] },
      { description: "Facets, each `<group id>:<option id>`." },
    ),
  ),
});

export type SearchRequest = Static<typeof ProductsSearch>;

/** The selection from lists that every search of the site has, and where the request has it. */
interface Chosen {
  loc: Array<string | number>;
  /** Null if nothing is chosen from a list that always has a choice. */
  input: string | null;
  id: string;
}

export const chosenIn = ({ availability, status, min_discount, min_rating }: SearchRequest): Chosen[] => [
  ...availability.map((input, i) => ({ loc: ["availability", i], input, id: filterIds.availability[input] })),
  ...status.map((input, i) => ({ loc: ["status", i], input, id: filterIds.status[input] })),
  // What the site's own pages send if a single choice is left unchanged.
  {
    loc: ["min_discount"],
    input: min_discount,
    id: min_discount === null ? "discount.any" : filterIds.min_discount[min_discount],
  },
  { loc: ["min_rating"], input: min_rating, id: min_rating === null ? "rating.any" : filterIds.min_rating[min_rating] },
];
