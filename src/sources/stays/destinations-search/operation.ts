import { cachedForADay } from "../../../contract/cache-terms.ts";
import { defineOperation } from "../../../contract/operation.ts";
import type { Page } from "../../../contract/page.ts";
import { perRequestWhenFound } from "../../../contract/price.ts";
import type { Answer } from "../../../contract/site.ts";
import { jsonOf } from "../../../source-kit/json.ts";
import { DESTINATIONS } from "../lookups.ts";
import { readDestinations } from "./read-destinations.ts";
import { Destination, type DestinationRecord } from "./record.ts";
import { DestinationsSearch } from "./request.ts";
import { suggestions } from "./suggest.ts";

export default defineOperation({
  path: DESTINATIONS,
  summary: "Destinations by name, for a hotel search",
  description:
    "Destinations that the site suggests for a text, in the site's order. Use `id` and `destination_type` as `destination_id` and `destination_type` of `/api/stays/hotels/search`. Search a country by its name. That the site gives up to 50 of them is inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: DestinationsSearch,
  record: Destination,
  examples: [
    { query: "Lombardy", count: 5 },
    { query: "Catalonia", count: 3, language: "es" },
  ],

  // Ids are of one type: a city and a region may share one.
  identity: ({ id, destination_type }) => `${destination_type} ${id}`,

  async *run(request, site) {
    yield await site.read(suggestions(request), read);
  },

  parse: read,
});

function read(answer: Answer): Page<DestinationRecord> {
  return readDestinations(jsonOf(answer));
}
