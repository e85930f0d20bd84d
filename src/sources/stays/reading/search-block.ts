import { asObject, at, isObject, type Json } from "../../../source-kit/json.ts";
import { cleanText, toInteger, toNumber } from "../../../source-kit/values.ts";
import { nightsBetween } from "../dates.ts";

/** A normalised Apollo store as a reader wants it: each `{__ref}` is what it refers to. */
export function linked(store: Json): Json {
  const views = new WeakMap<object, object>();
  const viewOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const ref: unknown = Reflect.get(value, "__ref");
    const target = typeof ref === "string" ? store[ref] : value;
    if (typeof target !== "object" || target === null) return target;
    const view = views.get(target) ?? new Proxy(target, { get: (own, key) => viewOf(Reflect.get(own, key)) });
    views.set(target, view);
    return view;
  };
  return viewOf(store) as Json;
}

/** One search response of the site, in any form. */
export interface SearchBlock {
  /** The `SearchQueryOutput`; empty if there is only a list of results. */
  readonly output: Json;
  /** The arguments of the search as the page echoes them; null if there are none. */
  readonly input: Json | null;
  readonly rows: unknown[];
}

const SEARCH_KEY = "search(";

/** Finds the search in JSON of any known form; null if there is none. */
export function findSearch(json: unknown): SearchBlock | null {
  if (Array.isArray(json)) return searchInList(json);
  if (!isObject(json)) return null;
  const store = linked(json);
  if (isObject(store.ROOT_QUERY)) return searchInQueries(store.ROOT_QUERY.searchQueries);
  if (looksLikeResult(store)) return { output: {}, input: null, rows: [store] };
  if (isObject(json.data)) return findSearch(json.data);
  if (isObject(json.searchQueries)) return searchInQueries(store.searchQueries);
  return searchInQueries(store) ?? searchOutput(store, null);
}

function searchInList(list: unknown[]): SearchBlock | null {
  if (list.length === 0 || list.some(looksLikeResult)) return { output: {}, input: null, rows: list };
  const found = list.map(findSearch).filter((block) => block !== null);
  const [first] = found;
  return first ? { ...first, rows: found.flatMap(({ rows }) => rows) } : null;
}

function searchInQueries(queries: unknown): SearchBlock | null {
  if (!isObject(queries)) return null;
  let empty: SearchBlock | null = null;
  for (const [key, value] of Object.entries(queries)) {
    if (key !== "search" && !key.startsWith(SEARCH_KEY)) continue;
    const block = searchOutput(value, inputOfKey(key));
    if (block && block.rows.length > 0) return block;
    empty ??= block;
  }
  return empty;
}

function searchOutput(output: unknown, input: Json | null): SearchBlock | null {
  if (!isObject(output) || !Array.isArray(output.results)) return null;
  const rows: unknown[] = [...output.results];
  // An autocomplete response has `results` of another kind.
  const isSearch = rows.length === 0 || rows.some((row) => row === null || looksLikeResult(row));
  return isSearch ? { output, input, rows } : null;
}

const looksLikeResult = (row: unknown) => isObject(at(row, "basicPropertyData"));

function inputOfKey(key: string): Json | null {
  try {
    return asObject(JSON.parse(key.slice(SEARCH_KEY.length, -1)).input);
  } catch {
    return null;
  }
}

/** The total that the site reports. */
export const statedTotal = ({ output }: SearchBlock): number | null =>
  toInteger(at(output, "pagination", "nbResultsTotal"));

/**
 * Rows outside the requested area belong to the response only if the site's total counts them: the total is then larger
 * than the number for the area alone.
 */
export function countsBeyondArea(block: SearchBlock): boolean {
  const inArea = toInteger(at(block.output, "searchMeta", "availabilityInfo", "totalAvailableNotAutoextended"));
  const total = statedTotal(block);
  return inArea !== null && total !== null && total > inArea;
}

export interface StayDates {
  checkin: string;
  checkout: string;
}

/** The dates of the response: its own statement first, then its echo. */
export function stayDates({ output, input }: SearchBlock): StayDates | null {
  return stay(at(output, "searchMeta", "dates")) ?? stay(input?.dates);
}

function stay(value: unknown): StayDates | null {
  if (!isObject(value)) return null;
  const { checkin, checkout } = value;
  return typeof checkin === "string" && typeof checkout === "string" && nightsBetween(checkin, checkout)
    ? { checkin, checkout }
    : null;
}

/**
 * The nights of the stay from the response alone: its dates, or the "× 7 nights" beside a price before discount (one search
 * has one stay, so one row is enough).
 */
export function stayNights(block: SearchBlock): number | null {
  const dates = stayDates(block);
  if (dates) return nightsBetween(dates.checkin, dates.checkout);
  for (const row of block.rows) {
    const copy = cleanText(at(row, "priceDisplayInfoIrene", "priceBeforeDiscount", "copy", "translation"));
    const nights = toNumber(/(?:[×✕]|\sx\s)\s*(\d{1,3})/u.exec(copy ?? "")?.[1]);
    if (nights) return nights;
  }
  return null;
}

export const isBeyondArea = (row: unknown): boolean => at(row, "persuasion", "autoextended") === true;
