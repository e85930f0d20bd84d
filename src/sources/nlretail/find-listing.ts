import { at, isObject, type Json } from "../../source-kit/json.ts";
import type { NoRecord } from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";

/** A product of the data with its ancestors, on which the site may mark it as an advertisement. */
interface DataCard {
  product: Json;
  around: unknown[];
}

/** A card, or the reason why the row is none. */
type DataRow = DataCard | NoRecord;

export interface Listing {
  /** Null if the data has no list of products at all, unlike an empty one. */
  cards: DataRow[] | null;
  /** Its page number, and the number of pages. */
  page: number | null;
  lastPage: number | null;
  total: number | null;
  /** Its search text. */
  searchText: string | null;
}

const PAGE = /^(current_?page(_?number)?|page_?number)$/i;
const SEARCH_TEXT = /^search_?text$/i;
const LAST_PAGE = /^(total_?pages?|total_?page_?count|page_?count|number_?of_?pages|last_?page(_?number)?|max_?page)$/i;
const TOTAL =
  /^(total_?(results?|items|products|hits|count|result_?count|number_?of_?(results|items|products))|number_?of_?(results|articles|items|products)|results?_?count)$/i;

/** Lists on a search page that are not its results. */
const OTHER_LISTS = /recent|viewed|history|recommend|related|similar|suggest|basket|wish_?list/i;

/**
 * Searches the data breadth-first for the list that the page shows: the template's regions and slots, or else `products`
 * lists anywhere. The longest of several lists is the listing (others are recently viewed or related products); lists at
 * the same path, such as one per row, belong together.
 */
export function findListing(data: unknown): Listing {
  const listing: Listing = { cards: null, page: null, lastPage: null, total: null, searchText: null };
  const lists = new Map<string, DataRow[]>();
  const seen = new Set<unknown>();
  let levelsLeft = Number.POSITIVE_INFINITY;
  let level: Array<[value: unknown, path: string]> = [[data, ""]];
  while (level.length > 0 && levelsLeft > 0) {
    const next: typeof level = [];
    for (const [value, path] of level) {
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      if (Array.isArray(value)) for (const item of value) next.push([item, path]);
      else for (const [name, child] of Object.entries(value)) visit(name, child, path, listing, lists, next);
    }
    if (listing.cards?.length) {
      levelsLeft = listing.lastPage !== null ? 0 : Math.min(levelsLeft, LEVELS_PAST_LIST) - 1;
    }
    level = next;
  }
  if (listing.cards === null || (listing.cards.length === 0 && listing.total)) {
    listing.cards = longestOf(lists) ?? listing.cards;
  }
  return listing;
}

/** How many levels below the list paging is searched for; below that are hundreds of filters. */
const LEVELS_PAST_LIST = 3;

function visit(
  name: string,
  child: unknown,
  path: string,
  listing: Listing,
  lists: Map<string, DataRow[]>,
  next: Array<[unknown, string]>,
): void {
  if (child === null || child === undefined) return;
  const isRegions = name === "regions";
  const listed = name === "products" ? listCards(child) : null;
  const cards = isRegions ? slotCards(child) : listed;
  if (cards && isRegions) listing.cards = (listing.cards ?? []).concat(cards);
  else if (cards) lists.set(path, (lists.get(path) ?? []).concat(cards));
  else notePaging(listing, name, child);
  if (!cards?.length && typeof child === "object") next.push([child, `${path}.${name}`]);
}

function longestOf(lists: Map<string, DataRow[]>): DataRow[] | null {
  let longest: DataRow[] | null = null;
  for (const [path, cards] of lists) {
    if (!OTHER_LISTS.test(path) && (longest === null || cards.length > longest.length)) longest = cards;
  }
  return longest;
}

function notePaging(listing: Listing, name: string, value: unknown): void {
  if (listing.page === null && PAGE.test(name)) listing.page = countOf(value);
  else if (listing.searchText === null && SEARCH_TEXT.test(name)) listing.searchText = cleanText(value);
  else if (listing.lastPage === null && LAST_PAGE.test(name)) listing.lastPage = countOf(value);
  else if (listing.total === null && TOTAL.test(name)) listing.total = countOf(value);
}

const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;

/**
 * Null if these are not regions, if a region has no slots at all, or if none of the slots is a product: that is not an
 * empty list.
 */
function slotCards(regions: unknown): DataRow[] | null {
  if (!Array.isArray(regions)) return null;
  const slots = regions.map((region) => at(region, "slots")).filter((own) => Array.isArray(own));
  if (regions.length > 0 && slots.length === 0) return null;
  return rowsOrNone(slots.flat().map(slotCard));
}

function slotCard(slot: unknown): DataRow {
  const type = at(slot, "type");
  if (typeof type !== "string") return "unreadable";
  if (!type.endsWith("ProductItem")) return "other-kind";
  const props = at(slot, "props");
  const product = at(props, "product");
  return isProduct(product) ? { product, around: [slot, props] } : "unreadable";
}

function listCards(list: unknown): DataRow[] | null {
  if (!Array.isArray(list)) return null;
  return rowsOrNone(
    list.map((item: unknown): DataRow => {
      const props = at(item, "props");
      const product = [item, at(item, "product"), at(props, "product")].find(isProduct);
      if (product === undefined) return "unreadable";
      return { product, around: product === item ? [] : [item, props] };
    }),
  );
}

/** Rows without any product belong to another list. */
const rowsOrNone = (rows: DataRow[]): DataRow[] | null =>
  rows.length === 0 || rows.some((row) => typeof row !== "string") ? rows : null;

function isProduct(value: unknown): value is Json {
  if (!isObject(value) || value.id == null || typeof value.id === "object") return false;
  return [value.title, value.url, value.bestSellingOffer].some((stated) => stated !== undefined && stated !== null);
}
