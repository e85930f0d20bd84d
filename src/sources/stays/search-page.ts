import {
  type Answer,
  AskAgain,
  inLanguage,
  NoSuchThing,
  type ReadingContext,
  type SiteRequest,
  Unreadable,
} from "../../source-kit/source.ts";
import { readSearch } from "./reading/read-answer.ts";
import type { SearchReading } from "./reading/search-reading.ts";
import type { Search } from "./search.ts";
import { askedPage } from "./search-echo.ts";
import { orderParameters } from "./sorting.ts";

/** One page of the search. `offset` is always sent: without it the site may return shorter pages. */
export function searchPage(search: Search, offset: number): SiteRequest {
  const { isSuggested: _, ...place } = search.place;
  const query = new URLSearchParams({ ...place });
  if (search.checkin && search.checkout) {
    query.set("checkin", search.checkin);
    query.set("checkout", search.checkout);
  }
  query.set("group_adults", String(search.adults));
  query.set("no_rooms", String(search.rooms));
  query.set("group_children", String(search.children_ages.length));
  for (const age of search.children_ages) query.append("age", String(age));
  query.set("selected_currency", search.currency);
  query.set("lang", search.language);
  for (const [name, value] of Object.entries(orderParameters(search.sort))) query.set(name, value);
  const nflt = [...new Set(search.filters.map(({ key, code }) => `${key}=${code}`))].join(";");
  if (nflt) query.set("nflt", nflt);
  query.set("offset", String(offset));
  const language = search.language === "en-us" ? "" : `.${search.language}`;
  return {
    path: `/searchresults${language}.html?${query}`,
    headers: inLanguage(search.language),
    ...askedPage(search, offset),
    ...(offset === 0 && { page: 1 }),
  };
}

/** Reads the pages of one run. */
export const pageReader =
  (search: Search, context: ReadingContext) =>
  (answer: Answer): SearchReading => {
    try {
      return readSearch(answer, search, context);
    } catch (error) {
      if (!(error instanceof NoSuchThing)) throw error;
      // The site occasionally sends a shell for a valid query. That proves nothing about a place that the site itself
      // suggested.
      const last = search.place.isSuggested ? new Unreadable("the page of a search without the search") : error;
      throw new AskAgain("a page without a search", last);
    }
  };
