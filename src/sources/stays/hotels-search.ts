import { defineOperation } from "../../contract/operation.ts";
import { answerJson, looksLikeJson } from "../../source-kit/json.ts";
import {
  type Answer,
  notMeant,
  type Page,
  pagesUntil,
  perResults,
  type ReadingContext,
  ruleBroken,
  type Site,
} from "../../source-kit/source.ts";
import { isOver, nightsBetween } from "./dates.ts";
import { checkPlace, findPlace, guessWarning } from "./destination.ts";
import { looksLikeDestinations, readDestinations } from "./destinations-search.ts";
import { firstPage } from "./filters/first-page.ts";
import { HotelCard, type HotelCardRecord } from "./reading/hotel-card.ts";
import { readJson, readSearch } from "./reading/read-answer.ts";
import { HotelsSearch, type Request } from "./request.ts";
import { CEILING, PAGE_SIZE, type Search } from "./search.ts";
import { searchEcho } from "./search-echo.ts";
import { pageReader, searchPage } from "./search-page.ts";

export default defineOperation({
  path: "/api/stays/hotels/search",
  summary: "Hotels and other lodging in a destination",
  description:
    "Properties in a destination with price and room for a stay, in the site's order. Without dates, prices are null. If the site does not offer or accept a filter, the request fails with 422 and names it: no filter is silently ignored.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  maxResults: CEILING,
  echo: searchEcho,
  pageSize: PAGE_SIZE,
  // Rooms are booked while a list is read, and the default order is not stable.
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
  warnings: {
    ...guessWarning,
    available_only_without_dates: "`available_only` had no effect: it needs `checkin` and `checkout`.",
    price_sort_without_dates: "The order by price had no effect: it needs `checkin` and `checkout`.",
    price_filter_without_dates: "A price filter had no effect: it needs `checkin` and `checkout`.",
    distance_rounded_down: "`max_distance_from_center_meters` was rounded down to a distance that the site offers.",
  },
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
  const value = answerJson(answer);
  return looksLikeDestinations(value) ? readDestinations(answer) : readJson(value, request, context).page;
}

/** The first page shows what the site applied; the others are read concurrently. */
async function* run(request: Request, site: Site): AsyncGenerator<Page<HotelCardRecord>, void, undefined> {
  if (request.checkin !== null && isOver(request.checkin, site.now())) {
    throw ruleBroken({ loc: ["checkin"], msg: "checkin is in the past", input: request.checkin });
  }
  const { place, resolved } = await findPlace(request, site);
  const { search, reading: first } = await firstPage(request, place, site);
  site.report({ resolved, warnings: [...withoutEffect(request), ...rounded(request, search)] });

  const step = first.page.facts.size || PAGE_SIZE;
  const read = pageReader(search, site);
  yield* pagesUntil(site, {
    request: (page) => searchPage(search, (page - 1) * step),
    read: (answer) => read(answer).page,
    first: first.page,
    maxPages: Math.ceil(CEILING / step),
  });
}

/** Parameters that need dates, if there are none. */
function withoutEffect(request: Request): string[] {
  if (request.checkin !== null) return [];
  const isPriced = request.min_price_per_night !== null || request.max_price_per_night !== null;
  return [
    ...(request.available_only ? ["available_only_without_dates"] : []),
    ...(request.sort.startsWith("price_") ? ["price_sort_without_dates"] : []),
    ...(isPriced ? ["price_filter_without_dates"] : []),
  ];
}

/** The site offers a few distances; one between them became the next smaller. */
function rounded({ max_distance_from_center_meters: requested }: Request, { filters }: Search): string[] {
  const sent = filters.find(({ key }) => key === "distance")?.code ?? null;
  return requested !== null && sent !== null && sent !== String(requested) ? ["distance_rounded_down"] : [];
}

/** The site accepts no longer stay. */
const MAX_NIGHTS = 90;

type Requested = Pick<
  Request,
  "destination" | "destination_id" | "destination_type" | "checkin" | "checkout" | "language"
>;

/** Rules across fields for every operation on a destination: where, and when. */
export function checkSearch(request: Requested): void {
  checkPlace(request);
  const { checkin, checkout } = request;
  if (checkin !== null && checkout === null) throw notMeant("checkout must be given together with checkin.");
  if (checkout !== null && checkin === null) throw notMeant("checkin must be given together with checkout.");
  if (checkin === null || checkout === null) return;
  const nights = nightsBetween(checkin, checkout);
  const broken = (msg: string) => ruleBroken({ loc: ["checkout"], msg, input: checkout });
  if (nights === null) throw broken("checkout must be after checkin");
  if (nights > MAX_NIGHTS) throw broken(`checkout must be at most ${MAX_NIGHTS} nights after checkin`);
}

export function checkPrices({ min_price_per_night: min, max_price_per_night: max }: Request): void {
  if (min === null || max === null || min <= max) return;
  const msg = "max_price_per_night must not be below min_price_per_night";
  throw ruleBroken({ loc: ["max_price_per_night"], msg, input: max });
}
