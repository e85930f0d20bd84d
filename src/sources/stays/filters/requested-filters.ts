import type { Request } from "../request.ts";
import { type Code, codeNames, unknown } from "./code.ts";
import {
  ENTIRE_HOMES_WITHOUT_DATES,
  type FilterField,
  filterLists,
  flagFilters,
  idFilters,
  numberFilters,
  priceFilter,
} from "./filter-codes.ts";

/** One filter of a request on its way to the site. */
export interface RequestedFilter {
  /** Its path in the body. */
  loc: Array<string | number>;
  /** As the caller wrote it. */
  value: unknown;
  /** A value of an enum, a number, or an id of the site. */
  kind: "value" | "number" | "id";
  /** The key of the site's filter; null if only the site's list has it. */
  key: string | null;
  code: string | null;
  /** A code by likeness only: the site's own labels must confirm it. */
  isUnsure: boolean;
  /** English names to search for in the site's list, the most likely first. */
  labels: string[];
}

/** A filter whose code is known. */
export interface CodedFilter extends RequestedFilter {
  key: string;
  code: string;
}

/** Every filter of the request. */
export function requestedFilters(request: Request): RequestedFilter[] {
  return [
    ...fromLists(request),
    ...fromPrices(request),
    ...fromNumbers(request),
    ...fromFlags(request),
    ...fromIds(request),
  ];
}

const entries = <T extends object>(table: T) => Object.entries(table) as Array<[keyof T & string, T[keyof T]]>;

function* fromLists(request: Request): Generator<RequestedFilter> {
  for (const [field, { key, codes }] of entries(filterLists)) {
    const given: string | string[] | null = request[field as FilterField];
    const values = typeof given === "string" ? [given] : (given ?? []);
    for (const [index, value] of values.entries()) {
      const known = (codes as Record<string, Code>)[value] ?? unknown;
      yield {
        loc: Array.isArray(given) ? [field, index] : [field],
        value,
        kind: "value",
        key,
        code: known.code,
        isUnsure: known.basis === "likeness",
        labels: codeNames(value, known),
      };
    }
  }
}

/** Without dates the site has no prices to filter by. */
function* fromPrices(request: Request): Generator<RequestedFilter> {
  const { min_price_per_night: min, max_price_per_night: max, currency, checkin } = request;
  if (checkin === null || (min === null && max === null)) return;
  const { key, words } = priceFilter;
  const loc = [max === null ? "min_price_per_night" : "max_price_per_night"];
  const code = `${currency}-${min ?? "min"}-${max ?? "max"}-1`;
  yield { loc, value: max ?? min, kind: "number", key, code, isUnsure: false, labels: [words] };
}

function* fromNumbers(request: Request): Generator<RequestedFilter> {
  for (const [field, { key, words }] of entries(numberFilters)) {
    const value = request[field];
    if (value === null) continue;
    yield { loc: [field], value, kind: "number", key, code: String(value), isUnsure: false, labels: [words] };
  }
}

function* fromFlags(request: Request): Generator<RequestedFilter> {
  for (const [field, filter] of entries(flagFilters)) {
    const isWithoutDates = request.checkin === null;
    if (!request[field] || (field === "available_only" && isWithoutDates)) continue;
    const { key, code } = field === "entire_homes_only" && isWithoutDates ? ENTIRE_HOMES_WITHOUT_DATES : filter;
    yield { loc: [field], value: true, kind: "value", key, code, isUnsure: false, labels: [filter.words] };
  }
}

function* fromIds(request: Request): Generator<RequestedFilter> {
  for (const [field, { key, words }] of entries(idFilters)) {
    for (const [index, id] of request[field].entries()) {
      yield { loc: [field, index], value: id, kind: "id", key, code: String(id), isUnsure: false, labels: [words] };
    }
  }
}
