import { asObjects, at, type Json } from "../../../source-kit/json.ts";
import type { Page, PageFacts, Stated } from "../../../source-kit/source.ts";
import { cleanText, toInteger, toNumber } from "../../../source-kit/values.ts";
import { PAGE_SIZE } from "../search.ts";
import { type StatedPlace, type searchEcho, stayWords } from "../search-echo.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import { type SearchBlock, stayDates } from "./search-block.ts";

/** The search that a response says it is for. `about` are the page's own settings. */
export function readEcho(block: SearchBlock, page: Page<HotelCardRecord>, about: Json | null): PageFacts {
  const { output, input } = block;
  const meta = at(output, "searchMeta");
  const whole = (key: string) => toInteger(at(meta, key));
  const offset = input && (toInteger(at(input, "pagination", "offset")) ?? 0);
  const sorters = chosenSorters(block);
  const echo: Stated<typeof searchEcho> = {
    place: placeIn(block),
    dates: meta === undefined ? null : stayWords(stayDates(block)),
    adults: whole("nbAdults"),
    rooms: whole("nbRooms"),
    children: whole("nbChildren"),
    filters: input && codesIn(at(input, "filters", "selectedFilters")),
    sort: sorters.length > 0 ? sorters : null,
    currency: pageCurrencies(page, cleanText(about?.currency)),
    language: cleanText(about?.language),
  };
  return { echo, number: offset === null ? null : offset / (page.facts.size || PAGE_SIZE) + 1 };
}

/** The site's own description of the search, then the arguments that it repeats. */
function placeIn({ output, input }: SearchBlock): StatedPlace | null {
  const location = input?.location;
  const meta = at(output, "searchMeta");
  const type = cleanText(at(meta, "destType")) ?? cleanText(at(location, "destType"));
  if (type === null) return null;
  return {
    type: type.toUpperCase(),
    id: toInteger(at(meta, "destId")) ?? toInteger(at(location, "destId")),
    latitude: toNumber(at(location, "latitude")),
    longitude: toNumber(at(location, "longitude")),
    country: cleanText(at(output, "destinationLocation", "countryCode"))?.toLowerCase() ?? null,
    name: null,
  };
}

/** The order that the site reports: the selected sorter, and the echoed one. */
function chosenSorters({ output, input }: SearchBlock): string[] {
  const selected = asObjects(output.sorters)
    .filter((sorter) => at(sorter, "option", "selected") === true)
    .map((sorter) => at(sorter, "option", "name"));
  return [...selected, at(input, "sorters", "selectedSorter")].filter((name) => typeof name === "string");
}

/** `ht_id=204;class=3`; without filters there is nothing. */
export const codesIn = (selected: unknown): string[] =>
  typeof selected === "string" ? selected.split(";").filter((code) => code.includes("=")) : [];

/** The currency of the page, and those of its prices: all must be the requested one. */
export function pageCurrencies(page: Page<HotelCardRecord>, own: string | null): string[] | null {
  const found = [own, ...page.records.map(({ price }) => price?.currency)].flatMap((currency) => currency || []);
  return found.length > 0 ? found : null;
}
