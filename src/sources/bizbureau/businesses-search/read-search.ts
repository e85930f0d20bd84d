import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText, wholeOf } from "../../../contract/values.ts";
import { objectAfter } from "../../../source-kit/embedded-json.ts";
import { at, isObject, type Json, objectsOf, parseJson } from "../../../source-kit/json.ts";
import { otherThanAsked } from "../../../source-kit/other-than-asked.ts";
import type { ResultPage } from "../../../source-kit/pages-until.ts";
import { STATE } from "../block-marker.ts";
import { coordinatesOf } from "../places/place.ts";
import { type BusinessRecord, businessOf } from "./business-of.ts";
import { PAGE_SIZE } from "./pages.ts";

export interface SearchPage extends ResultPage<BusinessRecord> {
  page: number | null;
  /** What the answer says it is for. */
  echo: { keyword: string | null; place: string | null };
  /** Where the place that was asked for lies. */
  coordinates: string | null;
}

const NOT_FOUND = /<title[^>]*>\s*Page not found\b/i;

/** Reads one page of a search: the JSON answer, the search page that embeds it, or that page's state alone. */
export function readSearch(answer: Answer, origin: string): SearchPage {
  const text = answer.text().trim();
  const found = /^[{[]/.test(text) ? searchIn(parseJson(text)) : searchInPage(text, answer.status);
  const rows = rowsOf(found);
  const records = rows.map((row) => businessOf(row, origin)).filter((record) => record !== null);
  if (rows.length > 0 && records.length === 0) throw new Unreadable("no row of the search has an id");
  return {
    records,
    lastPage: totalPagesOf(found, rows.length),
    perPage: PAGE_SIZE,
    total: wholeOf(found.totalResults),
    page: wholeOf(found.page),
    echo: {
      keyword: cleanText(at(found, "heading", "searchInputText")),
      place: cleanText(at(found, "heading", "searchLocationText")),
    },
    coordinates: isObject(found.location) ? coordinatesOf(found.location) : null,
  };
}

/** A profile's state has no search in it, or a blank one: it must not pass for a search without results. */
function searchIn(json: unknown): Json {
  if (Array.isArray(json)) return { results: rowsAmong(json) };
  if (!isObject(json)) throw new Unreadable("not an object");
  const search = [json.searchResult, json.data].find(isObject) ?? json;
  const hasRows = Array.isArray(search.results) && search.results.length > 0;
  if (isObject(json.businessProfile) && !hasRows) throw new Unreadable("a business profile, not a search");
  if (Array.isArray(search.results) || wholeOf(search.totalResults) === 0) return search;
  throw new Unreadable("no search in the answer's JSON");
}

/** What somebody kept of several answers: their rows, or the answers themselves. */
function rowsAmong(list: unknown[]): unknown[] {
  if (list.length === 0) throw new Unreadable("an empty list, which the site never sends");
  if (list.some((row) => isObject(row) && row.businessName !== undefined)) return list;
  return list.flatMap((entry) => searchIn(entry).results as unknown[]);
}

function searchInPage(page: string, status: number): Json {
  // The site's "not found" page may carry a state too, without a search in it.
  if (status === 404 || NOT_FOUND.test(page)) throw new NoSuchThing("The source has no such page.");
  if (!page.includes(STATE)) throw new Unreadable("neither a search's JSON nor a page with a state");
  // Where the whole state is not plain JSON, the part that matters may be.
  return searchIn(objectAfter(page, STATE) ?? { searchResult: objectAfter(page, '"searchResult"') });
}

function rowsOf(search: Json): Json[] {
  const rows = objectsOf(search.results);
  const total = wholeOf(search.totalResults);
  const page = wholeOf(search.page) ?? 1;
  if (rows.length === 0 && total !== null && total > 0 && page <= 1) {
    throw otherThanAsked("a first page without rows", `${total} results, but no row on the first page`);
  }
  return rows;
}

function totalPagesOf(search: Json, rows: number): number {
  const stated = wholeOf(search.totalPages);
  if (stated !== null) return stated;
  const total = wholeOf(search.totalResults);
  return total === null ? Math.min(rows, 1) : Math.ceil(total / (wholeOf(search.pageSize) || PAGE_SIZE));
}
