import type { Static } from "../../source-kit/record.ts";
import { defineRequest, timeoutField } from "../../source-kit/request.ts";
import { cachedForADay, operation, perRequestWhenFound, type Site, Unreadable } from "../../source-kit/source.ts";
import { findPlace, guessWarning } from "./destination.ts";
import { asParameters, Filter, type Offered } from "./filters/parameters.ts";
import { LIST_LANGUAGE, readSiteList } from "./filters/site-list.ts";
import { checkSearch } from "./hotels-search.ts";
import { readSearch } from "./reading/read-answer.ts";
import type { SearchReading } from "./reading/search-reading.ts";
import { FILTERS, localeFields, placeFields, stayFields } from "./request.ts";
import type { Place, Search } from "./search.ts";
import { searchEcho } from "./search-echo.ts";
import { pageReader, searchPage } from "./search-page.ts";

const FiltersRequest = defineRequest(
  "StaysFilters",
  {
    timeout: timeoutField,
    ...placeFields,
    ...stayFields,
    ...localeFields,
  },
  { oneOf: ["destination", "destination_id"], together: ["checkin", "checkout"] },
);

type Request = Static<typeof FiltersRequest>;

export default operation({
  path: FILTERS,
  summary: "Filters for a hotel search in a destination",
  description:
    "Filters that the site offers for a destination, as parameters of `/api/stays/hotels/search`: parameter, value or id, label, and number of matching properties. The site lists its usual filters for a destination; it may accept others too.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("destination"),
  request: FiltersRequest,
  record: Filter,
  examples: [
    { destination: "Lisbon", checkin: "2027-06-11", checkout: "2027-06-14" },
    { destination: "Milan", checkin: "2027-06-11", checkout: "2027-06-14", language: "it", currency: "EUR" },
  ],
  warnings: guessWarning,
  unavailableWhen: "the destination is not found",
  echo: searchEcho,
  // The site lists popular filters twice. An id belongs to a place or a brand: filters of two kinds may share it.
  accounting: { repeated: 1 },
  identity: [],
  check: checkSearch,
  run,
  read(answer, request, context) {
    const found = offeredIn(readSearch(answer, request, context));
    return asParameters(found, found.offered);
  },
});

async function* run(request: Request, site: Site) {
  const { place, resolved } = await findPlace(request, site);
  const { page, offered: found } = await ask(request, place, request.language, site);
  // Named values of the request are found by their English labels; codes are the same in every language.
  const inEnglish = async () => (await ask(request, place, LIST_LANGUAGE, site)).offered.offered;
  const list = readSiteList(place, site.memory, inEnglish);
  const english = request.language === LIST_LANGUAGE ? found.offered : await list.offered();
  site.report({ resolved });
  yield asParameters(found, english).madeFrom(page);
}

async function ask(request: Request, place: Place, language: Request["language"], site: Site) {
  const { checkin, checkout, currency } = request;
  const anybody = { adults: 2, children_ages: [], rooms: 1, sort: "top_picks" as const, filters: [] };
  const search: Search = { ...anybody, place, checkin, checkout, currency, language };
  const read = pageReader(search, site);
  return site.read(searchPage(search, 0), (answer) => {
    const reading = read(answer);
    return { page: reading.page, offered: offeredIn(reading) };
  });
}

function offeredIn(reading: SearchReading): Offered {
  const filters = reading.filters();
  if (!filters || (filters.offered.length === 0 && reading.page.rows > 0)) {
    throw new Unreadable("a search without its filters");
  }
  return filters;
}
