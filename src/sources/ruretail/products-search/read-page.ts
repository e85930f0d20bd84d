import { AskAgain, Unreadable } from "../../../contract/errors.ts";
import { scriptJson } from "../../../source-kit/embedded-json.ts";
import { all, type Document, parseHtml } from "../../../source-kit/html.ts";
import { at, type Json, objectOf, objectsOf } from "../../../source-kit/json.ts";
import { type City, cityOf } from "./city.ts";
import { bareListing, type Listing, type ProductRecord, type Reading } from "./listing.ts";
import { readCard } from "./read-card.ts";
import { readLegacyCard } from "./read-legacy-card.ts";
import { readProduct } from "./read-product.ts";
import { tilesOf } from "./tiles.ts";

/**
 * Reads a page of the shop. The server sends a shell that the browser fills: products are in the embedded data of
 * some pages, and in the cards of a page that was saved after it had been filled.
 */
export function readPage(html: string, reading: Reading): Listing {
  const page = parseHtml(html);
  const state = embeddedState(html);
  const city = pageCity(state);
  const records = unique([
    () => embeddedProducts(state).flatMap((raw) => readProduct(raw, reading, city) ?? []),
    () => tilesOf(page).map((tile) => readCard(tile, reading, city)),
    () => all("[data-params]", page).flatMap((card) => readLegacyCard(card, reading, city) ?? []),
  ]);
  if (records.length === 0 && !saysNothingFound(page)) throw withoutProducts(html);
  return bareListing(records, city);
}

/** The city that the site took, as every page of the shop says it, the shell too. */
export function readCity(html: string): City | null {
  return pageCity(embeddedState(html));
}

const pageCity = (state: unknown): City | null => cityOf(at(state, "layoutMain", "cityList", "payload", "city"));

/** The first way that gives records, each product once. */
function unique(ways: Array<() => ProductRecord[]>): ProductRecord[] {
  for (const way of ways) {
    const found = new Map(way().map((record) => [record.id, record]));
    if (found.size > 0) return [...found.values()];
  }
  return [];
}

/** A shell is not "no results": the products were not there yet. */
function withoutProducts(html: string): Unreadable | AskAgain {
  const isShell = html.includes("__NEXT_DATA__") || html.includes("data-meta-name=");
  const unreadable = new Unreadable(isShell ? "a page without its products" : "not a page of the shop");
  return isShell ? new AskAgain("the page had not been filled", unreadable) : unreadable;
}

const embeddedState = (html: string): Json | null =>
  objectOf(at(scriptJson(html, 'id="__NEXT_DATA__"'), "props", "initialState"));

/** Lists of products where the page keeps its own; those of recommendations and of the search box are others. */
function embeddedProducts(state: Json | null): Json[] {
  for (const part of [state?.searchPage, state?.subcategory]) {
    const found = findProducts(part, 6);
    if (found.length > 0) return found;
  }
  return [];
}

function findProducts(value: unknown, depth: number): Json[] {
  const inside = objectOf(value);
  if (inside === null || depth === 0) return [];
  const own = objectsOf(inside.products).filter((raw) => raw.id !== undefined && raw.slug !== undefined);
  if (own.length > 0) return own;
  for (const [name, part] of Object.entries(inside)) {
    if (/popular|recommend|viewed/i.test(name)) continue;
    const found = findProducts(part, depth - 1);
    if (found.length > 0) return found;
  }
  return [];
}

const saysNothingFound = (page: Document): boolean =>
  all("body :is(h1, h2, h3, p, span, div):not(:has(script))", page).some(({ children }) =>
    children.some((child) => child.type === "text" && NOTHING_FOUND.test(child.data)),
  );

const NOTHING_FOUND =
  /ничего не (найдено|нашлось|нашли)|товары не найдены|нет подходящих товаров|не дал[аои]? результатов/i;
