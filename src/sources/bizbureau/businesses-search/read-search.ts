import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText, wholeOf } from "../../../contract/values.ts";
import { objectAfter } from "../../../source-kit/embedded-json.ts";
import { at, isObject, type Json, parseJson } from "../../../source-kit/json.ts";
import { STATE } from "../block-marker.ts";
import { coordinatesOf } from "../places/place.ts";
import { type BusinessRecord, businessOf } from "./business-of.ts";
import { PAGE_SIZE } from "./pages.ts";

export interface SearchPage {
  page: Page<BusinessRecord>;
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
  const rows = Array.isArray(found.results) ? found.results : [];
  return {
    page: Page.of(rows, rowReader(origin), {
      total: wholeOf(found.totalResults),
      number: wholeOf(found.page),
      lastPage: totalPagesOf(found, rows.length),
      size: wholeOf(found.pageSize) || PAGE_SIZE,
    }),
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
  return list.map(searchIn).flatMap(({ results }) => (Array.isArray(results) ? results : []));
}

function searchInPage(page: string, status: number): Json {
  // The site's "not found" page may carry a state too, without a search in it.
  if (status === 404 || NOT_FOUND.test(page)) throw new NoSuchThing("The source has no such page.");
  if (!page.includes(STATE)) throw new Unreadable("neither a search's JSON nor a page with a state");
  // Where the whole state is not plain JSON, the part that matters may be.
  return searchIn(objectAfter(page, STATE) ?? { searchResult: objectAfter(page, '"searchResult"') });
}

/** What somebody kept of several answers may repeat rows. */
function rowReader(origin: string) {
  const seen = new Set<string>();
  return (row: unknown): BusinessRecord | NoRecord => {
    const record = businessOf(row, origin);
    if (record === null) return "unreadable";
    if (seen.has(record.id)) return "repeated";
    seen.add(record.id);
    return record;
  };
}

function totalPagesOf(search: Json, rows: number): number {
  const stated = wholeOf(search.totalPages);
  if (stated !== null) return stated;
  const total = wholeOf(search.totalResults);
  return total === null ? Math.min(rows, 1) : Math.ceil(total / (wholeOf(search.pageSize) || PAGE_SIZE));
}
