import {
  countField,
  defineRequest,
  flagField,
  items,
  listOf,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../../../contract/fields.ts";
import { fedBy } from "../../../contract/lookup.ts";
import { keysOf } from "../../../source-kit/keys-of.ts";
import { availabilityIds, discountIds, ratingIds, sortIds, statusIds } from "./filter-ids.ts";

/** The city that is meant where none is named. */
export const DEFAULT_CITY = "msk_cl";

/** What the search can be narrowed by, all at once: it differs from search to search. */
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
  availability: listOf(items.oneOf(keysOf(availabilityIds)), {
    description: "Ways to get the product. With several, a product needs at least one.",
  }),
  status: listOf(items.oneOf(keysOf(statusIds)), {
    description: "Marketing statuses. With several, a product needs at least one.",
  }),
  min_rating: orNull(oneOf(keysOf(ratingIds), { description: "Lowest rating." })),
  min_discount: orNull(oneOf(keysOf(discountIds), { description: "Lowest discount, in percent." })),
  brands: fedBy(
    { ...FILTERS, field: "value", label: ["label"], where: { parameter: "brands" } },
    listOf(items.text, { description: "Brands, by name or by the site's slug." }),
  ),
  filters: fedBy(
    { ...FILTERS, field: "filter", label: ["group_name", "label"] },
    listOf(items.text, { description: "Facets, each `<group id>:<option id>`." }),
  ),
});
