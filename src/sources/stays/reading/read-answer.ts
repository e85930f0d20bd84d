import { lookUpWith } from "../../../contract/did-you-mean.ts";
import { answerJson, at, type Json, looksLikeJson } from "../../../source-kit/json.ts";
import { type Answer, NoSuchThing, Page, type ReadingContext, Unreadable } from "../../../source-kit/source.ts";
import { toInteger } from "../../../source-kit/values.ts";
import { nightsBetween } from "../dates.ts";
import { looksLikeDestinations } from "../destinations-search.ts";
import { DESTINATIONS } from "../request.ts";
import { readCards } from "./cards.ts";
import { readEcho } from "./echo.ts";
import { answerBytes, apolloStore, applicationContext } from "./embedded.ts";
import { readResult } from "./result.ts";
import {
  countsBeyondArea,
  findSearch,
  isBeyondArea,
  type SearchBlock,
  statedTotal,
  stayDates,
  stayNights,
} from "./search-block.ts";
import type { Requested, SearchReading } from "./search-reading.ts";
import { readSiteFilters } from "./site-filters.ts";

export const DESTINATION_NOT_FOUND = "destination not found";

/** Reads a search response in any known form, or reports what else it is. */
export function readSearch(answer: Answer, requested: Requested, context: ReadingContext): SearchReading {
  return looksLikeJson(answer)
    ? readJson(answerJson(answer), requested, context)
    : readPage(answer, requested, context);
}

export function readJson(value: unknown, requested: Requested, context: ReadingContext): SearchReading {
  const block = findSearch(value);
  if (block) return readBlock(block, requested, context, null);
  if (looksLikeDestinations(value)) throw new Unreadable("an autocomplete response where a search was expected");
  throw new Unreadable("JSON without search results");
}

/** Embedded data first: a page that was scrolled in a browser shows more cards than it was sent with. */
function readPage(answer: Answer, requested: Requested, context: ReadingContext): SearchReading {
  const bytes = answerBytes(answer);
  const store = apolloStore(bytes);
  const block = store && findSearch(store.json);
  if (block) return readBlock(block, requested, context, applicationContext(bytes, store.at));
  const page = answer.text();
  if (/data-testid=["']?property-card\b/.test(page)) return readCards(page, requested, context);
  // The page of a place shows a few of its properties in its own form, which was not requested.
  if (isLandingPage(answer, page)) throw new Unreadable("the page of a place instead of a search");
  if (isSearchShell(page)) throw new NoSuchThing(`${DESTINATION_NOT_FOUND}. ${lookUpWith(DESTINATIONS)}`);
  throw new Unreadable("a page without a search block and without cards");
}

/** The search page without a search: the query was lost, or the destination was not resolved. */
const isSearchShell = (page: string) => /b-search-web-searchresults|id="b2searchresultsPage"/.test(page);

const PLACE_PAGE = /\/(?:city|region|country|district|landmark|airport)\/[a-z]{2}\b/;

/** The site redirects some searches to the page of their city. */
const isLandingPage = (answer: Answer, page: string) => {
  const own = /<link\b[^>]*\brel="canonical"[^>]*>|<meta\b[^>]*"og:url"[^>]*>/g;
  return [answer.url, ...(page.match(own) ?? [])].some((address) => PLACE_PAGE.test(address));
};

function readBlock(
  block: SearchBlock,
  requested: Requested,
  context: ReadingContext,
  about: Json | null,
): SearchReading {
  const keepsAll = countsBeyondArea(block);
  const surroundings = {
    origin: context.origin,
    mediaOrigin: context.originOf("media"),
    nights: nightsOfAnswer(block, requested),
  };
  const kept = new Set(keepsAll ? block.rows : block.rows.filter((row) => !isBeyondArea(row)));
  const page = Page.of(
    block.rows,
    (row) => (kept.has(row) ? (readResult(row, surroundings) ?? "unreadable") : "other-kind"),
    { total: statedTotal(block), size: toInteger(at(block.output, "pagination", "nbResultsPerPage")) },
  );
  return { page: page.saying(readEcho(block, page, about)), filters: () => readSiteFilters(block) };
}

function nightsOfAnswer(block: SearchBlock, { checkin, checkout }: Requested): number | null {
  const dates = stayDates(block);
  if (dates) return nightsBetween(dates.checkin, dates.checkout);
  return (checkin && checkout ? nightsBetween(checkin, checkout) : null) ?? stayNights(block);
}
