import { asObject, isObject, type Json } from "../../../source-kit/json.ts";
import { cleanText, toInteger, toNumber } from "../../../source-kit/values.ts";
import { nightsBetween } from "../dates.ts";

/** One step from a node: the value of a key, with a `{__ref}` resolved. Undefined if there is no such step. */
export type Get = (node: unknown, key: string) => unknown;

/** Walks a normalised Apollo store; without a store there is nothing to resolve. */
export function stepsIn(store: Json | null): Get {
  return (node, key) => {
    if (typeof node !== "object" || node === null) return undefined;
    return resolved(Reflect.get(node, key), store);
  };
}

export function resolved(value: unknown, store: Json | null): unknown {
  if (store === null || typeof value !== "object" || value === null) return value;
  const __ref: unknown = Reflect.get(value, "__ref");
  return typeof __ref === "string" ? store[__ref] : value;
}

/** Follows a path of keys. */
export function reach(get: Get, node: unknown, ...path: string[]): unknown {
  let here = node;
  for (const key of path) here = get(here, key);
  return here;
}

/** One search response of the site, in any form. */
export interface SearchBlock {
  readonly get: Get;
  /** The target of `{__ref}`; null if there is none. */
  readonly store: Json | null;
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
  const ways = { get: stepsIn(json), store: json };
  if (isObject(json.ROOT_QUERY)) return searchInQueries(ways.get(json.ROOT_QUERY, "searchQueries"), ways);
  if (looksLikeResult(json, ways)) return { ...ways, output: {}, input: null, rows: [json] };
  if (isObject(json.data)) return findSearch(json.data);
  if (isObject(json.searchQueries)) return searchInQueries(json.searchQueries, ways);
  return searchInQueries(json, ways) ?? searchOutput(json, null, ways);
}

type Ways = Pick<SearchBlock, "get" | "store">;

function searchInList(list: unknown[]): SearchBlock | null {
  const ways = { get: stepsIn(null), store: null };
  const isOfResults = list.length === 0 || list.some((row) => looksLikeResult(row, ways));
  if (isOfResults) return { ...ways, output: {}, input: null, rows: list };
  const found = list.map(findSearch).filter((block) => block !== null);
  const [first] = found;
  return first ? { ...first, rows: found.flatMap(({ rows }) => rows) } : null;
}

function searchInQueries(queries: unknown, ways: Ways): SearchBlock | null {
  if (!isObject(queries)) return null;
  let empty: SearchBlock | null = null;
  for (const [key, value] of Object.entries(queries)) {
    if (key !== "search" && !key.startsWith(SEARCH_KEY)) continue;
    const block = searchOutput(resolved(value, ways.store), inputOfKey(key), ways);
    if (block && block.rows.length > 0) return block;
    empty ??= block;
  }
  return empty;
}

function searchOutput(output: unknown, input: Json | null, ways: Ways): SearchBlock | null {
  if (!isObject(output)) return null;
  const results = ways.get(output, "results");
  if (!Array.isArray(results)) return null;
  const rows = results.map((row) => resolved(row, ways.store));
  // An autocomplete response has `results` of another kind.
  const isSearch = rows.length === 0 || rows.some((row) => row === null || looksLikeResult(row, ways));
  return isSearch ? { ...ways, output, input, rows } : null;
}

const looksLikeResult = (row: unknown, { get }: Ways) => isObject(get(row, "basicPropertyData"));

function inputOfKey(key: string): Json | null {
  try {
    return asObject(JSON.parse(key.slice(SEARCH_KEY.length, -1)).input);
  } catch {
    return null;
  }
}

/** The items of a list, with references resolved; empty if there is no list. */
export function blockItems({ get, store }: SearchBlock, node: unknown, key: string): unknown[] {
  const list = get(node, key);
  return Array.isArray(list) ? list.map((item) => resolved(item, store)) : [];
}

/** The total that the site reports. */
export const statedTotal = ({ get, output }: SearchBlock): number | null =>
  toInteger(reach(get, output, "pagination", "nbResultsTotal"));

/**
 * Rows outside the requested area belong to the response only if the site's total counts them: the total is then larger
 * than the number for the area alone.
 */
export function countsBeyondArea(block: SearchBlock): boolean {
  const inArea = toInteger(
    reach(block.get, block.output, "searchMeta", "availabilityInfo", "totalAvailableNotAutoextended"),
  );
  const total = statedTotal(block);
  return inArea !== null && total !== null && total > inArea;
}

export interface StayDates {
  checkin: string;
  checkout: string;
}

/** The dates of the response: its own statement first, then its echo. */
export function stayDates({ get, output, input }: SearchBlock): StayDates | null {
  return stay(reach(get, output, "searchMeta", "dates")) ?? stay(input?.dates);
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
    const copy = cleanText(
      reach(block.get, row, "priceDisplayInfoIrene", "priceBeforeDiscount", "copy", "translation"),
    );
    const nights = toNumber(/(?:[×✕]|\sx\s)\s*(\d{1,3})/u.exec(copy ?? "")?.[1]);
    if (nights) return nights;
  }
  return null;
}

export const isBeyondArea = (block: SearchBlock, row: unknown): boolean =>
  reach(block.get, row, "persuasion", "autoextended") === true;
