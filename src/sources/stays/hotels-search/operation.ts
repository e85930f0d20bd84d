import { defineOperation } from "../../../contract/operation.ts";
import type { Page } from "../../../contract/page.ts";
import { perResults } from "../../../contract/price.ts";
import type { Answer, ReadingContext } from "../../../contract/site.ts";
import { jsonOf, looksLikeJson } from "../../../source-kit/json.ts";
import { looksLikeDestinations, readDestinations } from "../destinations-search/read-destinations.ts";
import { checkPrices, checkSearch } from "./check.ts";
import type { Request } from "./filters/wanted.ts";
import { readJson, readSearch } from "./reading/read-answer.ts";
import { HotelCard } from "./record.ts";
import { HotelsSearch } from "./request.ts";
import { run } from "./run.ts";
import { CEILING, PAGE_SIZE } from "./search-path.ts";

export default defineOperation({
  path: "/api/stays/hotels/search",
  summary: "Hotels and other lodging in a destination",
  description:
    "Properties in a destination with price and room for a stay, in the site's order. Without dates, prices are null. If the site does not offer or accept a filter, the request fails with 422 and names it: no filter is silently ignored.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  maxResults: CEILING,
  // Rooms are booked while a list is read, and the usual order is not stable.
  accounting: { missing: 0.05, repeated: 0.25 },
  request: HotelsSearch,
  record: HotelCard,
  examples: [
    { destination: "Lisbon", checkin: "2027-06-11", checkout: "2027-06-14", count: 5 },
    {
      destination: "Paris",
      checkin: "2027-06-11",
      checkout: "2027-06-14",
      adults: 2,
      count: 25,
      sort: "price_low_to_high",
      property_types: ["hotel", "apartment"],
      min_review_score: "good_7",
      property_amenities: ["free_wifi"],
    },
    {
      destination: "38.7223,-9.1393",
      checkin: "2027-09-03",
      checkout: "2027-09-05",
      count: 10,
      sort: "distance_from_center",
      currency: "EUR",
      language: "de",
    },
  ],
  warnings: ["available_only_without_dates", "price_filter_without_dates", "distance_rounded_down"],
  unavailableWhen: "the destination is not found",
  check(request) {
    checkSearch(request);
    checkPrices(request);
  },
  run,
  parse,
});

function parse(answer: Answer, request: Request, context: ReadingContext): Page {
  if (!looksLikeJson(answer)) return readSearch(answer, request, context).page;
  const value = jsonOf(answer);
  return looksLikeDestinations(value) ? readDestinations(value) : readJson(value, request, context).page;
}
