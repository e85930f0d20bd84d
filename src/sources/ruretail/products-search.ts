import { flat, lookUpWith, notMeant, operation, pagesUntil, ruleBroken } from "../../source-kit/source.ts";
import { checkCity, checkCityForm } from "./cities.ts";
import { brandIdsIn, checkApplied, checkSort } from "./filters.ts";
import type { Listing } from "./graphql.ts";
import { Product } from "./product.ts";
import { DEFAULT_CITY, FILTERS_LOOKUP, ProductsSearch, type SearchRequest } from "./request.ts";
import { appliedCity, openSearch, readAnswer, searchReading } from "./search.ts";
import { brandId, PER_PAGE, parseFacet, searchEcho } from "./search-request.ts";

export default operation({
  path: "/api/ruretail/products/search",
  summary: "Products of an electronics retailer by keyword, for one city",
  description:
    "Searches a Russian electronics retailer and returns its product cards with price, loyalty price, discount, " +
    "rating, stock, pickup days, labels and key properties, for one city. A filter that the site does not apply " +
    "is an error, never ignored.",
  price: flat(1),
  request: ProductsSearch,
  record: Product,
  examples: [
    { query: "ноутбук", count: 20 },
    { query: "смартфон", count: 10, city: "spb_cl", sort: "price_asc", min_rating: "4.5", availability: ["pickup"] },
  ],
  echo: searchEcho,
  pageSize: PER_PAGE,
  unavailableWhen: "the source's search returned no result container",
  check,

  async *run({ city, ...given }, site) {
    const request = { ...given, city: /^[\w.:-]+$/.test(city) ? city.toLowerCase() : city };
    await checkCityForm(request.city, site);
    const [known, { first, ...search }] = await Promise.all([appliedCity(request, site), openSearch(request, site)]);
    if (first.city) checkCity(request.city, first.city);
    const city_name = (known ?? first.city)?.name ?? null;
    if (city_name !== null) site.report({ resolved: { city: request.city, city_name } });
    const inCity = ({ page }: Listing) => page.map((record) => ({ ...record, city_name }));
    yield* pagesUntil(site, {
      request: search.request,
      read: (answer) => inCity(search.read(answer)),
      first: inCity(first),
    });
  },

  read(answer, request, context) {
    const listing = readAnswer(answer, searchReading(request, context.origin, context.now()));
    const asksAnotherCity = request.city !== DEFAULT_CITY;
    if (asksAnotherCity && listing.city !== null) checkCity(request.city, listing.city);
    if (listing.groups !== null) checkApplied(request, listing, brandIdsIn(listing, request.brands));
    checkSort(request.sort, listing);
    return listing.page;
  },
});

/** Rules across fields, and forms that no response of the site could satisfy. */
function check(request: SearchRequest): void {
  const unknown = request.filters.find((entry) => parseFacet(entry) === null);
  if (unknown !== undefined) {
    throw notMeant(
      `filters: each entry must be "<group id>:<option id>"; ${JSON.stringify(unknown)} is not. ${lookUpWith(FILTERS_LOOKUP)}`,
    );
  }
  const blank = request.brands.findIndex((brand) => brandId(brand) === "");
  if (blank >= 0)
    throw ruleBroken({ loc: ["brands", blank], msg: "a brand must not be empty", input: request.brands[blank] });
  const { price_min: min, price_max: max } = request;
  if (min !== null && max !== null && min > max) {
    throw ruleBroken({ loc: ["price_max"], msg: "price_max must not be below price_min", input: max });
  }
}
