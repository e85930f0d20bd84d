import { cityProperties } from "./catalogue.ts";
import { filterName, groupsFor } from "./filter-list.ts";
import { orders } from "./orders.ts";
import { cities } from "./places.ts";
import { searchResult } from "./result.ts";
import { matching } from "./search.ts";
import type { Understood } from "./understood.ts";

const typed = <T extends object>(__typename: string, fields: T) => ({ __typename, ...fields });
const text = (value: string) =>
  typed("TextWithTranslationTag", { text: value, translationTag: typed("TranslationTag", { translation: null }) });

const BEYOND = 3;

/** The whole response to a search, as both the Apollo store and the GraphQL endpoint have it. */
export function searchOutput(search: Understood, found = matching(search)) {
  const page = found.slice(search.offset - search.repeated, search.offset + search.rows);
  const isLast = search.offset + search.rows >= found.length;
  // If the area has few results, the site continues with its surroundings without counting them.
  const beyond = isLast && search.offset === 0 ? neighbours(search) : [];
  return typed("SearchQueryOutput", {
    destinationLocation: typed("DestinationLocation", {
      name: text(search.cities[0].name),
      countryCode: search.cities[0].countryCode,
      ufi: search.cities[0].id,
    }),
    filters: groupsFor(search).map((group) => filterOf(group, search)),
    appliedFilterOptions: search.applied.map((urlId) => {
      const [key = "", code = ""] = urlId.split("=");
      const label = filterName(key, code);
      return typed("Option", {
        urlId,
        genericId: urlId.replace("=", "-"),
        selected: true,
        ...(label !== null && { value: text(label) }),
      });
    }),
    pagination: typed("SearchResultsPagination", { nbResultsPerPage: search.rows, nbResultsTotal: found.length }),
    results: [
      ...page.map((property) => searchResult(property, search, false)),
      ...beyond.map((property) => searchResult(property, search, true)),
    ],
    searchMeta: typed("SearchMeta", {
      availabilityInfo: typed("AvailabilityInfo", { totalAvailableNotAutoextended: found.length }),
      childrenAges: search.party.children,
      dates: search.stay && typed("SearchDates", { checkin: search.stay.checkin, checkout: search.stay.checkout }),
      destId: Number(search.destId) || 0,
      destType: search.destType.toUpperCase(),
      nbRooms: search.party.rooms,
      nbAdults: search.party.adults,
      nbChildren: search.party.children.length,
    }),
    sorters: Object.keys(orders).map((name) =>
      typed("Sorter", { option: typed("SorterOption", { name, selected: name === search.order }) }),
    ),
  });
}

function neighbours(search: Understood) {
  const [first] = search.cities;
  const next = cities.find((city) => city.countryCode === first.countryCode && !search.cities.includes(city));
  return next && next.oddity === null ? cityProperties(next).slice(0, BEYOND) : [];
}

function filterOf(group: ReturnType<typeof groupsFor>[number], search: Understood) {
  const chosen = (key: string) => search.applied.find((id) => id.startsWith(`${key}=`));
  return typed("Filter", {
    name: group.name,
    field: group.field,
    title: text(group.title),
    options: group.options.map(({ id, label, count }) =>
      typed("Option", {
        count,
        genericId: id.replace("=", "-"),
        urlId: id,
        field: group.field,
        selected: search.applied.includes(id),
        value: text(label),
      }),
    ),
    stepperOptions: group.steppers.map(({ id, label }) =>
      typed("StepperOption", {
        field: id,
        title: text(label),
        min: 0,
        max: 10,
        selected: Number(chosen(id)?.split("=")[1] ?? 0),
      }),
    ),
  });
}

/** The arguments of the search as the page repeats them in the key of its store. */
export function searchInput(search: Understood, query: URLSearchParams) {
  return {
    childrenAges: search.party.children,
    dates: search.stay && { checkin: search.stay.checkin, checkout: search.stay.checkout },
    filters: query.get("nflt") ? { selectedFilters: query.get("nflt") } : {},
    location: search.point
      ? { destType: "LATLONG", ...search.point }
      : { destId: Number(search.destId) || 0, destType: search.destType.toUpperCase(), searchString: search.ss },
    nbAdults: search.party.adults,
    nbChildren: search.party.children.length,
    nbRooms: search.party.rooms,
    pagination: { offset: search.offset, rowsPerPage: search.rows },
    sorters: { selectedSorter: search.order },
  };
}
