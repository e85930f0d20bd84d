import { defineOperation } from "../../../contract/operation.ts";
import { flat } from "../../../contract/price.ts";
import { pagesUntil } from "../../../source-kit/pages-until.ts";
import { brandIdsIn, checkApplied } from "./applied.ts";
import { appliedCity } from "./applied-city.ts";
import { check } from "./check.ts";
import { checkCity, checkCityForm } from "./city.ts";
import { checkSort } from "./echo.ts";
import type { Listing } from "./listing.ts";
import { openSearch, readingOf } from "./open-search.ts";
import { readAnswer } from "./read-answer.ts";
import { Product } from "./record.ts";
import { DEFAULT_CITY, ProductsSearch } from "./request.ts";

export default defineOperation({
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
  unavailableWhen: "the source's search returned no result container",
  check,

  async *run(request, site) {
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

  parse(answer, request, context) {
    const listing = readAnswer(answer, readingOf(request, context.origin, context.now()));
    const asksAnotherCity = request.city !== DEFAULT_CITY;
    if (asksAnotherCity && listing.city !== null) checkCity(request.city, listing.city);
    if (listing.groups !== null) checkApplied(request, listing, brandIdsIn(listing, request.brands));
    checkSort(request.sort, listing);
    return listing.page;
  },
});
