import type { Static } from "typebox";
import type { HotelsSearch } from "../request.ts";
import { type Code, unknown } from "./code.ts";
import {
  ENTIRE_HOMES_WITHOUT_DATES,
  type FilterField,
  filterLists,
  flagFilters,
  idFilters,
  numberFilters,
  priceFilter,
} from "./filter-codes.ts";

export type Request = Static<typeof HotelsSearch>;

/** One filter of a request on its way to the site. */
export interface WantedFilter {
  /** Where in the body it stands. */
  loc: Array<string | number>;
  /** As the caller wrote it. */
  value: unknown;
  /** The key of the site's filter; null where the site's list must say. */
  key: string | null;
  code: string | null;
  /** False for a code that nobody has seen with its label. */
  isSure: boolean;
  /** English words to look for in the site's list where the code is not known. */
  words: string;
}

/** Every filter of the request. */
export function wantedFilters(request: Request): WantedFilter[] {
  return [
    ...fromLists(request),
    ...fromPrices(request),
    ...fromNumbers(request),
    ...fromFlags(request),
    ...fromIds(request),
  ];
}

const entries = <T extends object>(table: T) => Object.entries(table) as Array<[keyof T & string, T[keyof T]]>;

function* fromLists(request: Request): Generator<WantedFilter> {
  for (const [field, { key, codes }] of entries(filterLists)) {
    const given: string | string[] | null = request[field as FilterField];
    const values = typeof given === "string" ? [given] : (given ?? []);
    for (const [index, value] of values.entries()) {
      const { code, basis } = (codes as Record<string, Code>)[value] ?? unknown;
      const loc = Array.isArray(given) ? [field, index] : [field];
      yield { loc, value, key, code, isSure: basis === "seen", words: value.replaceAll("_", " ") };
    }
  }
}

function* fromPrices(request: Request): Generator<WantedFilter> {
  const { min_price_per_night: min, max_price_per_night: max, currency } = request;
  if (min === null && max === null) return;
  const { key, words } = priceFilter;
  const loc = [max === null ? "min_price_per_night" : "max_price_per_night"];
  yield { loc, value: max ?? min, key, code: `${currency}-${min ?? "min"}-${max ?? "max"}-1`, isSure: true, words };
}

function* fromNumbers(request: Request): Generator<WantedFilter> {
  for (const [field, { key, words }] of entries(numberFilters)) {
    const value = request[field];
    if (value !== null) yield { loc: [field], value, key, code: String(value), isSure: true, words };
  }
}

function* fromFlags(request: Request): Generator<WantedFilter> {
  for (const [field, filter] of entries(flagFilters)) {
    if (!request[field]) continue;
    const isHomes = field === "entire_homes_only" && request.checkin === null;
    const { key, code } = isHomes ? ENTIRE_HOMES_WITHOUT_DATES : filter;
    yield { loc: [field], value: true, key, code, isSure: filter.basis === "seen", words: filter.words };
  }
}

function* fromIds(request: Request): Generator<WantedFilter> {
  for (const [field, { key, words }] of entries(idFilters)) {
    for (const [index, id] of request[field].entries()) {
      yield { loc: [field, index], value: id, key, code: String(id), isSure: true, words };
    }
  }
}
