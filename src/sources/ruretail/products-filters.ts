import { asObjects, at } from "../../source-kit/json.ts";
import type { Static } from "../../source-kit/record.ts";
import { defineRequest, textField, timeoutField } from "../../source-kit/request.ts";
import {
  cachedForADay,
  operation,
  Page,
  perRequestWhenFound,
  requestDefaults,
  Unreadable,
} from "../../source-kit/source.ts";
import { checkCity, checkCityForm } from "./cities.ts";
import { Filter, readFilters } from "./filters.ts";
import type { Listing } from "./graphql.ts";
import productsSearch from "./products-search.ts";
import { ProductsSearch, type SearchRequest } from "./request.ts";
import { appliedCity, readAnswer, searchReading } from "./search.ts";
import { searchEcho, searchPage } from "./search-request.ts";

const FiltersRequest = defineRequest("RuretailProductsFilters", {
  query: textField({
    description: "Search text. Each search has its own filters.",
    minLength: 1,
    examples: ["ноутбук"],
  }),
  timeout: timeoutField,
  city: ProductsSearch.properties.city,
});

export default operation({
  path: "/api/ruretail/products/filters",
  summary: "Filters for a product search: brands, facets and prices",
  description:
    "Filters that the site offers for a search, each with the number of matching products. `filter` is an entry for `filters` " +
    "of `/api/ruretail/products/search`; brands and fixed lists have their own parameter. Not yet verified on the live site: " +
    "the form was seen on category pages; that a search uses the same form is known from public code.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: FiltersRequest,
  record: Filter,
  examples: [{ query: "ноутбук" }, { query: "кофемашина", city: "spb_cl" }],
  echo: searchEcho,
  unavailableWhen: "the source's search returned no result container",

  async *run(request, site) {
    await checkCityForm(request.city, site);
    const search = asSearch(request);
    const page = searchPage(search, site.origin, { page: 1, brandIds: [], document: "plain" });
    const [city, answered] = await Promise.all([
      appliedCity(search, site),
      site.read(page, (answer) => {
        const listing = readAnswer(answer, searchReading(search, site.origin, site.now()));
        return { page: filtersIn(listing), city: listing.city };
      }),
    ]);
    if (answered.city) checkCity(request.city, answered.city);
    if (city?.name) site.report({ resolved: { city: request.city, city_name: city.name } });
    yield answered.page;
  },

  read(answer, request, context) {
    return filtersIn(readAnswer(answer, searchReading(asSearch(request), context.origin, context.now())));
  },
});

function filtersIn({ groups, page }: Listing): Page<Static<typeof Filter>> {
  const { number = null, echo = {} } = page.facts;
  // Words without results cannot be narrowed.
  if (page.rows === 0) return Page.empty<Static<typeof Filter>>().saying({ number, echo });
  if (groups === null) throw new Unreadable("a search without its filters");
  const choices = groups.flatMap((group) => asObjects(at(group, "filter", "filters")));
  const hasInner = choices.some(({ childGroups }) => Array.isArray(childGroups));
  if (groups.length > 0 && choices.length === 0) throw new Unreadable("groups without their choices");
  if (choices.length > 0 && !hasInner) throw new Unreadable("choices without their nested groups");
  return readFilters(groups).saying({ number, echo });
}

/** The search without any filter. */
const asSearch = ({ query, city, timeout }: Static<typeof FiltersRequest>): SearchRequest =>
  ({ ...requestDefaults(productsSearch), query, city, timeout, count: 1 }) as SearchRequest;
