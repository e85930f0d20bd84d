import {
  type Answer,
  AskAgain,
  inLanguage,
  NoSuchThing,
  otherThanAsked,
  type ReadingContext,
  type SiteRequest,
  Unreadable,
} from "../../source-kit/source.ts";
import type { Place } from "./destination.ts";
import type { CodedFilter } from "./filters/requested-filters.ts";
import { readSearch } from "./reading/read-answer.ts";
import type { SearchReading } from "./reading/search-reading.ts";
import type { Request } from "./request.ts";
import { orderParameters } from "./sorting.ts";

export const PAGE_SIZE = 25;
/** The site shows no more than this, whatever it counts. */
export const CEILING = 1000;

/** The parts of a request that the site needs for one page. */
export type Search = Pick<
  Request,
  "checkin" | "checkout" | "adults" | "children_ages" | "rooms" | "currency" | "language" | "sort"
> & { place: Place; filters: Array<Pick<CodedFilter, "key" | "code">> };

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
  };
}

/**
 * Reads the pages of one run. They must be consistent: a page in another currency or language, or another page than
 * requested, is retried. The first page instead of a later one means that the site ignores `offset`: a retry would not
 * help, and the run ends when nothing new arrives.
 */
export const pageReader =
  (search: Search, context: ReadingContext) =>
  (answer: Answer): SearchReading => {
    const reading = readOrAskAgain(answer, search, context);
    const oddity = oddityOf(reading, search, answer.url);
    if (oddity) throw otherThanAsked(`a page ${oddity}`);
    return reading;
  };

function readOrAskAgain(answer: Answer, search: Search, context: ReadingContext): SearchReading {
  try {
    return readSearch(answer, search, context);
  } catch (error) {
    if (!(error instanceof NoSuchThing)) throw error;
    // The site occasionally sends a shell for a valid query. That proves nothing about a place that the site itself
    // suggested.
    const last = search.place.isSuggested ? new Unreadable("the page of a search without the search") : error;
    throw new AskAgain("a page without a search", last);
  }
}

function oddityOf({ page: { records }, echo }: SearchReading, search: Search, url: string): string | null {
  const currencies = [echo.currency, ...records.map(({ price }) => price?.currency)];
  const other = currencies.find((currency) => currency && currency !== search.currency);
  if (other) return `in ${other} instead of ${search.currency}`;
  if (echo.language && primary(echo.language) !== primary(search.language)) {
    return `in ${echo.language} instead of ${search.language}`;
  }
  const requested = Number(new URL(url).searchParams.get("offset") ?? 0);
  return !echo.offset || echo.offset === requested ? null : `from ${echo.offset} on instead of ${requested}`;
}

/** Alternative codes of one language that the site and browsers use. */
const SAME: Record<string, string> = { nb: "no", nn: "no", fil: "tl", iw: "he", in: "id" };

function primary(language: string): string {
  const [first = ""] = language.toLowerCase().split(/[-_]/);
  return SAME[first] ?? first;
}
