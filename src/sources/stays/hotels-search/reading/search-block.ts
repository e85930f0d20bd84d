import { numberOf, wholeOf } from "../../../../contract/values.ts";
import { nightsBetween } from "../dates.ts";
import { isNode, type Node, type Reach, reachIn } from "./store.ts";

/** One search answer of the site, in whichever form it arrived. */
export interface SearchBlock {
  readonly reach: Reach;
  /** The `SearchQueryOutput`; empty where only a list of results arrived. */
  readonly output: Node;
  /** The arguments of the search as the page echoes them; null where there are none. */
  readonly input: Node | null;
  readonly rows: unknown[];
}

const SEARCH_KEY = "search(";

/** Finds the search in JSON of any of the known forms; null where there is none. */
export function findSearch(json: unknown): SearchBlock | null {
  if (Array.isArray(json)) return searchInList(json);
  if (!isNode(json)) return null;
  const reach = reachIn(json);
  if (isNode(json.ROOT_QUERY)) return searchInQueries(reach(json.ROOT_QUERY, "searchQueries"), reach);
  if (looksLikeResult(json, reach)) return { reach, output: {}, input: null, rows: [json] };
  if (isNode(json.data)) return findSearch(json.data);
  if (isNode(json.searchQueries)) return searchInQueries(json.searchQueries, reach);
  return searchInQueries(json, reach) ?? searchOutput(json, null, reach);
}

function searchInList(list: unknown[]): SearchBlock | null {
  const reach = reachIn(null);
  if (list.every((row) => looksLikeResult(row, reach))) return { reach, output: {}, input: null, rows: list };
  const found = list.map(findSearch).filter((block) => block !== null);
  const [first] = found;
  return first ? { ...first, rows: found.flatMap(({ rows }) => rows) } : null;
}

function searchInQueries(queries: unknown, reach: Reach): SearchBlock | null {
  if (!isNode(queries)) return null;
  for (const [key, value] of Object.entries(queries)) {
    if (key !== "search" && !key.startsWith(SEARCH_KEY)) continue;
    const block = searchOutput(reach(value), inputOfKey(key), reach);
    if (block) return block;
  }
  return null;
}

function searchOutput(output: unknown, input: Node | null, reach: Reach): SearchBlock | null {
  if (!isNode(output)) return null;
  const results = reach(output, "results");
  if (!Array.isArray(results)) return null;
  const rows = results.map((row) => reach(row));
  // An autocomplete answer has `results` too.
  return rows.every((row) => looksLikeResult(row, reach)) ? { reach, output, input, rows } : null;
}

const looksLikeResult = (row: unknown, reach: Reach) => isNode(row) && isNode(reach(row, "basicPropertyData"));

function inputOfKey(key: string): Node | null {
  try {
    const { input } = JSON.parse(key.slice(SEARCH_KEY.length, -1)) as { input?: unknown };
    return isNode(input) ? input : null;
  } catch {
    return null;
  }
}

/** How many the site says there are in all. */
export const totalOf = ({ reach, output }: SearchBlock): number | null =>
  wholeOf(reach(output, "pagination", "nbResultsTotal"));

/**
 * Rows beyond the area asked for belong to the answer only where the site's total counts them: the total then
 * is larger than the number that the site gives for the area alone.
 */
export function countsBeyondArea(block: SearchBlock): boolean {
  const inArea = wholeOf(block.reach(block.output, "searchMeta", "availabilityInfo", "totalAvailableNotAutoextended"));
  const total = totalOf(block);
  return inArea !== null && total !== null && total > inArea;
}

export interface StayDates {
  checkin: string;
  checkout: string;
}

/** The dates that the answer is for: what it says of itself first, then what it echoes. */
export function datesOf({ reach, output, input }: SearchBlock): StayDates | null {
  return stay(reach(output, "searchMeta", "dates")) ?? stay(input?.dates);
}

function stay(value: unknown): StayDates | null {
  if (!isNode(value)) return null;
  const { checkin, checkout } = value;
  return typeof checkin === "string" && typeof checkout === "string" && nightsBetween(checkin, checkout)
    ? { checkin, checkout }
    : null;
}

/**
 * The nights of the stay by the answer alone: its dates, or the "× 7 nights" that goes with a price before
 * discount (one search has one stay, so one row speaks for all).
 */
export function nightsOf(block: SearchBlock): number | null {
  const dates = datesOf(block);
  if (dates) return nightsBetween(dates.checkin, dates.checkout);
  for (const row of block.rows) {
    const copy = block.reach(row, "priceDisplayInfoIrene", "priceBeforeDiscount", "copy", "translation");
    const nights = typeof copy === "string" ? numberOf(/[×x✕]\s*(\d{1,3})\b/u.exec(copy)?.[1]) : null;
    if (nights) return nights;
  }
  return null;
}

export const isBeyondArea = (block: SearchBlock, row: unknown): boolean =>
  block.reach(row, "persuasion", "autoextended") === true;
