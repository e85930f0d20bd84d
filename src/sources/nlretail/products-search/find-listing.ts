import type { NoRecord } from "../../../contract/page.ts";
import { cleanText } from "../../../contract/values.ts";
import type { InternedTable, Place } from "./interned-table.ts";

/** A product in the table, and the objects around it on which the site may say that it is an advertisement. */
export interface TableCard {
  product: Place;
  around: Place[];
}

/** A card, or why the row is none. */
export type TableRow = TableCard | NoRecord;

export interface Listing {
  /** Null where the table holds no list of products at all, which is not the same as an empty one. */
  cards: TableRow[] | null;
  /** Which page it says it is, and of how many. */
  page: number | null;
  lastPage: number | null;
  total: number | null;
  /** What it says was searched for. */
  searchText: string | null;
}

const PAGE = /^(current_?page(_?number)?|page_?number)$/i;
const SEARCH_TEXT = /^search_?text$/i;
const LAST_PAGE = /^(total_?pages?|total_?page_?count|page_?count|number_?of_?pages|last_?page(_?number)?|max_?page)$/i;
const TOTAL =
  /^(total_?(results?|items|products|hits|count|result_?count|number_?of_?(results|items|products))|number_?of_?(results|articles|items|products)|results?_?count)$/i;

/** Lists that are on a search page, but are not what was searched for. */
const OTHER_LISTS = /recent|viewed|history|recommend|related|similar|suggest|basket|wish_?list/i;

/**
 * Looks through the table from the root, nearest first, for the list that the page shows: the template's regions
 * and slots, or else `products` lists wherever they are. Of several lists the longest is the listing (the others
 * are what was viewed lately, or goes well with it); lists at one path, such as one for each row, belong together.
 */
export function findListing(table: InternedTable): Listing {
  const listing: Listing = { cards: null, page: null, lastPage: null, total: null, searchText: null };
  const lists = new Map<string, TableRow[]>();
  const seen = new Set<Place>();
  let levelsLeft = Number.POSITIVE_INFINITY;
  let level: Array<[place: Place, path: string]> = [[table.root, ""]];
  while (level.length > 0 && levelsLeft > 0) {
    const next: typeof level = [];
    for (const [from, path] of level) {
      const place = table.settle(from);
      if (place < 0 || seen.has(place)) continue;
      seen.add(place);
      const items = table.items(place);
      if (items) for (const item of items) next.push([item, path]);
      else table.each(place, (name, child) => visit(table, name, child, path, listing, lists, next));
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

/** How much further down the paging is looked for once the list is there; below are filters by the hundred. */
const LEVELS_PAST_LIST = 3;

function visit(
  table: InternedTable,
  name: string,
  child: Place,
  path: string,
  listing: Listing,
  lists: Map<string, TableRow[]>,
  next: Array<[Place, string]>,
): void {
  if (child < 0) return;
  const isRegions = name === "regions";
  const listed = name === "products" ? listCards(table, child) : null;
  const cards = isRegions ? slotCards(table, child) : listed;
  if (cards && isRegions) listing.cards = (listing.cards ?? []).concat(cards);
  else if (cards) lists.set(path, (lists.get(path) ?? []).concat(cards));
  else notePaging(table, listing, name, child);
  if (!cards?.length && table.isContainer(child)) next.push([child, `${path}.${name}`]);
}

function longestOf(lists: Map<string, TableRow[]>): TableRow[] | null {
  let longest: TableRow[] | null = null;
  for (const [path, cards] of lists) {
    if (!OTHER_LISTS.test(path) && (longest === null || cards.length > longest.length)) longest = cards;
  }
  return longest;
}

function notePaging(table: InternedTable, listing: Listing, name: string, place: Place): void {
  if (listing.page === null && PAGE.test(name)) listing.page = countAt(table, place);
  else if (listing.searchText === null && SEARCH_TEXT.test(name)) listing.searchText = cleanText(table.literal(place));
  else if (listing.lastPage === null && LAST_PAGE.test(name)) listing.lastPage = countAt(table, place);
  else if (listing.total === null && TOTAL.test(name)) listing.total = countAt(table, place);
}

function countAt(table: InternedTable, place: Place): number | null {
  const value = table.literal(place);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

/**
 * Null where these are no regions, where a region has no slots at all, or where slots are there but none of them is
 * a product: that is no empty list.
 */
function slotCards(table: InternedTable, regions: Place): TableRow[] | null {
  const slots: Place[] = [];
  const list = table.items(regions);
  if (list === null) return null;
  let known = 0;
  for (const region of list) {
    const own = table.items(table.get(region, "slots"));
    if (own === null) continue;
    known += 1;
    slots.push(...own);
  }
  if (list.length > 0 && known === 0) return null;
  return rowsOrNone(slots.map((slot) => slotCard(table, slot)));
}

function slotCard(table: InternedTable, slot: Place): TableRow {
  const type = table.literal(table.get(slot, "type"));
  if (typeof type !== "string") return "unreadable";
  if (!type.endsWith("ProductItem")) return "other-kind";
  const props = table.get(slot, "props");
  const product = table.get(props, "product");
  return isProduct(table, product) ? { product, around: [slot, props] } : "unreadable";
}

function listCards(table: InternedTable, list: Place): TableRow[] | null {
  const rows = table.items(list)?.map((item): TableRow => {
    const props = table.get(item, "props");
    const product = [item, table.get(item, "product"), table.get(props, "product")].find((place) =>
      isProduct(table, place),
    );
    if (product === undefined) return "unreadable";
    return { product, around: product === item ? [] : [item, props] };
  });
  return rows ? rowsOrNone(rows) : null;
}

/** Rows of which none is a product are those of another list. */
const rowsOrNone = (rows: TableRow[]): TableRow[] | null =>
  rows.length === 0 || rows.some((row) => typeof row !== "string") ? rows : null;

function isProduct(table: InternedTable, place: Place): boolean {
  if (table.literal(table.get(place, "id")) == null) return false;
  return ["title", "url", "bestSellingOffer"].some((name) => table.get(place, name) >= 0);
}
