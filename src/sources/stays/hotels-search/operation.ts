import { AskAgain, NoSuchThing, notMeant, ruleBroken, Unreadable } from "../../../contract/errors.ts";
import { defineOperation } from "../../../contract/operation.ts";
import { perResults } from "../../../contract/price.ts";
import type { Answer, ReadingContext, Site } from "../../../contract/site.ts";
import { isOver, nightsBetween } from "./dates.ts";
import { checkPlace, findPlace, type Place } from "./destination.ts";
import { LEARNING_LANGUAGE, remember, remembered, settle } from "./filters/settle.ts";
import { refuseUntaken } from "./filters/taken.ts";
import { type Request, wantedFilters } from "./filters/wanted.ts";
import { looksLikeDestinations, readDestinations } from "./reading/destinations.ts";
import { isJson, json, readJson, readSearch, type SearchReading } from "./reading/read-answer.ts";
import type { SiteFilter } from "./reading/site-filters.ts";
import { HotelCard } from "./record.ts";
import { HotelsSearch } from "./request.ts";
import { CEILING, PAGE_SIZE, type Search, searchPage } from "./search-path.ts";
import { refuseUntakenSort } from "./sorting.ts";

export default defineOperation({
  path: "/api/stays/hotels/search",
  summary: "Lodging search in a destination",
  description:
    "Properties of a destination with the price and the room for a stay, in the site's order. Prices are null without dates. A filter that the site does not offer or does not take is refused by name: nothing is dropped in silence.",
  price: perResults({ credits: 5, results: PAGE_SIZE }),
  request: HotelsSearch,
  record: HotelCard,
  examples: [{ destination: "Lisbon", count: 5 }],
  unavailableWhen: "the destination is not found",
  check,
  run,
  parse,
});

function check(request: Request): void {
  checkPlace(request);
  const { checkin, checkout, min_price_per_night: min, max_price_per_night: max } = request;
  if (checkin !== null && checkout === null) throw notMeant("checkout must be given together with checkin.");
  if (checkout !== null && checkin === null) throw notMeant("checkin must be given together with checkout.");
  if (checkin !== null && checkout !== null && nightsBetween(checkin, checkout) === null) {
    throw ruleBroken({ loc: ["checkout"], msg: "checkout must be after checkin", input: checkout });
  }
  if (min !== null && max !== null && min > max) {
    const msg = "max_price_per_night must not be below min_price_per_night";
    throw ruleBroken({ loc: ["max_price_per_night"], msg, input: max });
  }
}

async function* run(request: Request, site: Site) {
  if (request.checkin !== null && isOver(request.checkin, site.now())) {
    throw ruleBroken({ loc: ["checkin"], msg: "checkin is in the past", input: request.checkin });
  }
  const place = await findPlace(request, site);
  const filters = await settle(wantedFilters(request), () => siteList(request, place, site));
  const search: Search = { ...request, place, filters };
  const page = (offset: number) => searchPage(search, offset);
  const reader = pageReader(search, site);

  const first = await site.read(page(0), reader);
  refuseUntaken(filters, first);
  refuseUntakenSort(request.sort, first);
  refuseUntakenDates(request, first);
  const offered = first.filters()?.offered;
  if (offered) remember(site.memory, placeKey(place), request.language, offered);

  const seen = new Set<number>();
  const fresh = ({ records }: SearchReading) => records.filter(({ id }) => !seen.has(id) && seen.add(id));
  yield* fresh(first);
  const step = first.perPage || PAGE_SIZE;
  const last = Math.min(first.total ?? first.records.length, CEILING);
  const offsets = Array.from({ length: Math.max(0, Math.ceil(last / step) - 1) }, (_, index) => (index + 1) * step);
  const side = offsets.filter((offset) => offset < request.count);
  for await (const reading of site.readAll(side.map(page), reader)) yield* fresh(reading);
  // Rows may have been left out on the way; what is still wanted comes from the pages behind.
  for (const offset of offsets.slice(side.length)) {
    if (seen.size >= request.count) return;
    yield* fresh(await site.read(page(offset), reader));
  }
}

/** Reads a page of a run: one in another currency or language, or another page than asked for, is asked for again. */
const pageReader =
  (search: Search, site: Site) =>
  (answer: Answer): SearchReading => {
    const reading = readOrAskAgain(answer, search, site);
    const asked = new URL(answer.url).searchParams.get("offset");
    const { language, currency, offset } = reading.echo;
    const currencies = new Set(reading.records.map(({ price }) => price?.currency ?? search.currency));
    if (currency) currencies.add(currency);
    const odd = [
      [[...currencies].every((found) => found === search.currency), `currency ${[...currencies]}`],
      [!language || primary(language) === primary(search.language), `language ${language}`],
      [offset === null || asked === null || offset === Number(asked), `offset ${offset} instead of ${asked}`],
    ].find(([isRight]) => !isRight);
    if (odd) throw new AskAgain(`a page with ${odd[1]}`, new Unreadable(`a page with ${odd[1]}`));
    return reading;
  };

function readOrAskAgain(answer: Answer, search: Search, site: ReadingContext): SearchReading {
  try {
    return readSearch(answer, search, site);
  } catch (error) {
    // The site sends a shell now and then to a good query, too.
    if (error instanceof NoSuchThing) throw new AskAgain("a page without a search", error);
    throw error;
  }
}

const SAME = new Map([
  ["nb", "no"],
  ["nn", "no"],
  ["fil", "tl"],
  ["iw", "he"],
]);
const primary = (language: string) => {
  const [first = ""] = language.toLowerCase().split(/[-_]/);
  return SAME.get(first) ?? first;
};

function refuseUntakenDates({ checkin, checkout }: Request, { echo: { dates } }: SearchReading): void {
  if (dates === undefined || checkin === null || (dates?.checkin === checkin && dates.checkout === checkout)) return;
  throw ruleBroken({ loc: ["checkin"], msg: "the site did not take these dates", input: checkin });
}

const placeKey = ({ dest_type, dest_id, latitude, longitude }: Place) =>
  [dest_type, dest_id ?? `${latitude},${longitude}`].join(" ");

/** The site's own list of filters for a destination, from memory or from its unfiltered page. */
async function siteList(request: Request, place: Place, site: Site): Promise<SiteFilter[]> {
  const known = remembered(site.memory, placeKey(place));
  if (known) return known;
  const search: Search = { ...request, place, filters: [], language: LEARNING_LANGUAGE, sort: "top_picks" };
  const reading = await site.read(searchPage(search, 0), pageReader(search, site));
  const offered = reading.filters()?.offered ?? [];
  remember(site.memory, placeKey(place), LEARNING_LANGUAGE, offered);
  return offered;
}

function parse(answer: Answer, request: Request, context: ReadingContext): Iterable<unknown> {
  if (!isJson(answer)) return readSearch(answer, request, context).records;
  const value = json(answer);
  return looksLikeDestinations(value) ? readDestinations(value) : readJson(value, request, context).records;
}
