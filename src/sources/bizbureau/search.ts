import { asObject, at, isObject, type Json, objectAfter, parseJson } from "../../source-kit/json.ts";
import { decimal, flag, jsonRecord, link, type Static, text, texts } from "../../source-kit/record.ts";
import {
  type Answer,
  asking,
  defineEcho,
  type NoRecord,
  NoSuchThing,
  Page,
  type SiteRequest,
  type Stated,
  sameText,
  Unreadable,
  wants,
} from "../../source-kit/source.ts";
import { cleanText, toInteger } from "../../source-kit/values.ts";
import { STATE } from "./block-marker.ts";
import { type Country, parseCoordinates, placeParts } from "./places.ts";

/** Rows per page; the site supports no other size. */
export const PAGE_SIZE = 15;
/** The site returns an error for later pages, however many results it counts. */
export const MAX_PAGES = 15;

/** The JSON search, and the page that embeds the same. */
export type Form = "/api/search" | "/search";

/** A search as sent to the site. */
export interface Search {
  keyword: string;
  rating: string | null;
  accredited_only: boolean;
  radius: string | null;
  /** `find_loc`, in the site's notation. */
  place: string;
  /** The city and state of the place, if the site has named them: a ZIP code may be echoed as its city. */
  city: string | null;
  state: string | null;
  country: Country;
  /** Coordinates of the place, if known: the distance was only ever seen with them. */
  coordinates: string | null;
}

/** The heading of a page names the search text and the place; both captured forms have it. */
export const searchEcho = defineEcho({
  keyword: { says: "search text" },
  location: {
    fields: ["location", "radius"],
    says: "place",
    same: (stated: string, search: Search) => !isElsewhere(stated, search),
    shown: (place: string | Search) => (typeof place === "string" ? place : place.place),
  },
  page: { says: "page number" },
  rating: "The site does not repeat it: Winnow keeps only businesses with this grade.",
  accredited_only: "The site does not repeat it: Winnow keeps only accredited businesses.",
});

/** City and state are compared if both are known; a ZIP code may be echoed as its city, coordinates as the country. */
function isElsewhere(echoed: string, search: Search): boolean {
  const [stated, asked] = [placeParts(echoed), placeParts(search.place)];
  const isCountry = asked.city === null && asked.zip === null;
  if (stated.city === null && stated.zip === null) {
    return isCountry ? stated.country !== asked.country : !(search.coordinates && search.radius);
  }
  if (isCountry) return true;
  if (stated.zip && asked.zip) return stated.zip !== asked.zip;
  const { city, state } = asked.city === null ? search : asked;
  if (stated.city === null || !city) return false;
  if (stated.state && state && stated.state !== state) return true;
  return !sameText(stated.city, city);
}

export function searchPage(search: Search, page: number, form: Form): SiteRequest {
  const query = new URLSearchParams({
    find_country: search.country,
    find_text: search.keyword,
    find_loc: search.place,
    page: String(page),
  });
  if (search.rating) query.set("filter_ratings", search.rating);
  if (search.accredited_only) query.set("filter_accredited", "1");
  if (search.radius) query.set("filter_distance", search.radius);
  if (search.radius && search.coordinates) query.set("find_latlng", search.coordinates);
  return {
    path: `${form}?${query}`,
    headers: form === "/api/search" ? wants.json : wants.page,
    asks: asking(searchEcho, { keyword: search.keyword, location: search }),
    page,
  };
}

/** A business at one address, with the keys of its row. */
export const Business = jsonRecord("BizbureauBusinessSearchResult", {
  id: text("id")
    .filled("always")
    .meaning("The site's ID of one location of the business: bureau, business and address."),
  name: text(nameOf).filled("usually").meaning("Name of the business."),
  image: link("logoUri").meaning("URL of the logo."),
  bbb_rating: text(gradeOf).meaning("Letter grade from A+ to F; null if the business has none."),
  is_accredited: flag("bbbMember").filled("usually").meaning("Whether the bureau accredits the business."),
  phone: text(firstPhone).meaning("The first phone number that the site lists, as written there."),
  category: text("tobText").meaning("Main line of business."),
  categories: texts(categoriesOf).meaning("All lines of business."),
  address: text("address").meaning("Street address; null if the business has no storefront."),
  city: text("city").meaning("City."),
  state: text("state").meaning("Two-letter code of the state or province."),
  zip_code: text("postalcode").meaning("US ZIP code, often ZIP+4, or Canadian postal code."),
  rating_score: decimal(scoreOf).meaning("The score behind the letter grade, 0 to 100; null if there is no grade."),
  bbb_name: text("bbbName").meaning("Name of the regional bureau that keeps the profile."),
  profile_url: link("reportUrl").filled("usually").meaning("URL of the business's profile."),
  local_profile_url: link("localReportUrl").meaning("URL of the profile of this location, if it has its own."),
});

export type BusinessRecord = Static<typeof Business>;

/** Matched words are marked inside words too, so removing a mark leaves no blank. */
function nameOf({ businessName: name }: Json) {
  return typeof name === "string" ? name.replace(/<\/?em>/gi, "") : name;
}

function gradeOf({ rating }: Json): string | null {
  const grade = cleanText(rating);
  return grade !== null && /^[A-F][+-]?$/.test(grade) ? grade : null;
}

/** An ungraded business has a score of 0, which means none. */
function scoreOf(row: Json) {
  return gradeOf(row) === null ? null : row.ratingScore;
}

function firstPhone({ phone }: Json) {
  return [phone].flat().find((number) => cleanText(number) !== null);
}

function categoriesOf({ categories }: Json) {
  return [categories].flat().map((category) => asObject(category)?.name ?? category);
}

const NOT_FOUND = /<title[^>]*>\s*Page not found\b/i;

/** Reads one page of a search: the JSON response, the search page that embeds it, or that page's state alone. */
export function readSearch(answer: Answer, origin: string) {
  const text = answer.text().trim();
  const found = /^[{[]/.test(text) ? searchIn(parseJson(text)) : searchInPage(text, answer.status);
  const rows = Array.isArray(found.results) ? found.results : [];
  const echo: Stated<typeof searchEcho> = {
    keyword: cleanText(at(found, "heading", "searchInputText")),
    location: cleanText(at(found, "heading", "searchLocationText")),
  };
  return {
    page: Page.of(rows, rowReader(origin), {
      total: toInteger(found.totalResults),
      number: toInteger(found.page),
      lastPage: totalPages(found, rows.length),
      size: toInteger(found.pageSize),
      echo,
    }),
    /** Where the response says that the site searched. */
    place: echo.location,
    /** Of the requested place. */
    coordinates: isObject(found.location) ? parseCoordinates(found.location) : null,
  };
}

export type SearchPage = ReturnType<typeof readSearch>;

/** A profile's state has no search, or a blank one: it must not pass for an empty search. */
function searchIn(json: unknown): Json {
  if (Array.isArray(json)) return { results: rowsAmong(json) };
  if (!isObject(json)) throw new Unreadable("not an object");
  const search = [json.searchResult, json.data].find(isObject) ?? json;
  const hasRows = Array.isArray(search.results) && search.results.length > 0;
  if (isObject(json.businessProfile) && !hasRows) throw new Unreadable("a business profile, not a search");
  if (Array.isArray(search.results) || toInteger(search.totalResults) === 0) return search;
  throw new Unreadable("no search in the answer's JSON");
}

/** Several saved responses in one file: their rows, or the responses themselves. */
function rowsAmong(list: unknown[]): unknown[] {
  if (list.length === 0) throw new Unreadable("an empty list, which the site never sends");
  if (list.some((row) => isObject(row) && row.businessName !== undefined)) return list;
  return list.map(searchIn).flatMap(({ results }) => (Array.isArray(results) ? results : []));
}

function searchInPage(page: string, status: number): Json {
  // The site's "not found" page may have a state too, without a search.
  if (status === 404 || NOT_FOUND.test(page)) throw new NoSuchThing("The source has no such page.");
  if (!page.includes(STATE)) throw new Unreadable("neither a search's JSON nor a page with a state");
  // If the whole state is not plain JSON, the relevant part may be.
  return searchIn(objectAfter(page, STATE) ?? { searchResult: objectAfter(page, '"searchResult"') });
}

/** Several saved responses may repeat rows. */
function rowReader(origin: string) {
  const seen = new Set<string>();
  return (row: unknown): BusinessRecord | NoRecord => {
    const record = Business.read(row, { origin });
    if (record === "unreadable") return record;
    if (seen.has(record.id)) return "repeated";
    seen.add(record.id);
    return record;
  };
}

function totalPages(search: Json, rows: number): number {
  const stated = toInteger(search.totalPages);
  if (stated !== null) return stated;
  const total = toInteger(search.totalResults);
  return total === null ? Math.min(rows, 1) : Math.ceil(total / (toInteger(search.pageSize) || PAGE_SIZE));
}
