import type { Json } from "../../../source-kit/json.ts";
import type { Page, PageFacts, Stated } from "../../../source-kit/source.ts";
import { cleanText, toInteger, toNumber } from "../../../source-kit/values.ts";
import { PAGE_SIZE } from "../search.ts";
import { type StatedPlace, type searchEcho, stayWords } from "../search-echo.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import { blockItems, reach, type SearchBlock, stayDates } from "./search-block.ts";

/** The search that a response says it is for. `about` are the page's own settings. */
export function readEcho(block: SearchBlock, page: Page<HotelCardRecord>, about: Json | null): PageFacts {
  const { get, output, input } = block;
  const meta = get(output, "searchMeta");
  const whole = (key: string) => toInteger(get(meta, key));
  const offset = input && (toInteger(reach(get, input, "pagination", "offset")) ?? 0);
  const sorters = chosenSorters(block);
  const echo: Stated<typeof searchEcho> = {
    place: placeIn(block),
    dates: meta === undefined ? null : stayWords(stayDates(block)),
    adults: whole("nbAdults"),
    rooms: whole("nbRooms"),
    children: whole("nbChildren"),
    filters: input && codesIn(reach(get, input, "filters", "selectedFilters")),
    sort: sorters.length > 0 ? sorters : null,
    currency: pageCurrencies(page, cleanText(about?.currency)),
    language: cleanText(about?.language),
  };
  return { echo, number: offset === null ? null : offset / (page.facts.size || PAGE_SIZE) + 1 };
}

/** The site's own description of the search, then the arguments that it repeats. */
function placeIn({ get, output, input }: SearchBlock): StatedPlace | null {
  const location = input?.location;
  const meta = get(output, "searchMeta");
  const type = cleanText(get(meta, "destType")) ?? cleanText(get(location, "destType"));
  if (type === null) return null;
  return {
    type: type.toUpperCase(),
    id: toInteger(get(meta, "destId")) ?? toInteger(get(location, "destId")),
    latitude: toNumber(get(location, "latitude")),
    longitude: toNumber(get(location, "longitude")),
    country: cleanText(reach(get, output, "destinationLocation", "countryCode"))?.toLowerCase() ?? null,
    name: null,
  };
}

/** The order that the site reports: the selected sorter, and the echoed one. */
function chosenSorters(block: SearchBlock): string[] {
  const { get, output, input } = block;
  const sorters = blockItems(block, output, "sorters");
  const selected = sorters
    .filter((sorter) => reach(get, sorter, "option", "selected") === true)
    .map((sorter) => reach(get, sorter, "option", "name"));
  return [...selected, reach(get, input, "sorters", "selectedSorter")].filter((name) => typeof name === "string");
}

/** `ht_id=204;class=3`; without filters there is nothing. */
export const codesIn = (selected: unknown): string[] =>
  typeof selected === "string" ? selected.split(";").filter((code) => code.includes("=")) : [];

/** The currency of the page, and those of its prices: all must be the requested one. */
export function pageCurrencies(page: Page<HotelCardRecord>, own: string | null): string[] | null {
  const found = [own, ...page.records.map(({ price }) => price?.currency)].flatMap((currency) => currency || []);
  return found.length > 0 ? found : null;
}
