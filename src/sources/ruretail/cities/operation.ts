import { cachedForADay } from "../../../contract/cache-terms.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perRequestWhenFound } from "../../../contract/price.ts";
import { citiesPage } from "./cities-page.ts";
import { readCities } from "./read-cities.ts";
import { City } from "./record.ts";
import { CitiesRequest } from "./request.ts";

export default defineOperation({
  path: "/api/ruretail/cities",
  summary: "Cities of the retailer, for a product search",
  description:
    "Cities by name, with the code for `city` of `/api/ruretail/products/search`. Not yet verified on the live site: the " +
    "lookup by name is known from public code, and the form of its response is inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: CitiesRequest,
  record: City,
  examples: [{ query: "Сара" }, { count: 5 }],

  async *run({ query }, site) {
    yield await site.read(citiesPage(query?.trim() ?? ""), readCities);
  },

  parse: readCities,
});
