import { AskAgain, Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import { scriptJson } from "../../../source-kit/embedded-json.ts";
import { all, type Document, parseHtml, textOf } from "../../../source-kit/html.ts";
import { at, type Json, objectOf, objectsOf } from "../../../source-kit/json.ts";
import { type City, cityOf } from "./city.ts";
import { bareListing, type Listing, type ProductRecord, type Reading } from "./listing.ts";
import { readCard } from "./read-card.ts";
import { readLegacyCard } from "./read-legacy-card.ts";
import { readProduct } from "./read-product.ts";
import { type Tile, tilesOf } from "./tiles.ts";

/**
 * Reads a page of the shop. The server sends a shell that the browser fills: products are in the embedded data of
 * some pages, and in the cards of a page that was saved after it had been filled.
 */
export function readPage(html: string, reading: Reading): Listing {
  const page = parseHtml(html);
  const state = embeddedState(html);
  const city = pageCity(state);
  const found = firstFilled([
    () => embeddedProducts(state).map((raw) => readProduct(raw, reading, city) ?? "unreadable"),
    () => tilesOf(page).map((tile) => readTile(tile, reading, city)),
    () => all("[data-params]", page).map((card) => readLegacyCard(card, reading, city)),
  ]);
  if (found.records.length === 0 && !saysNothingFound(page)) throw withoutProducts(html);
  return bareListing(found, city);
}

/** A tile that has lost its id or its words is a product that was not understood; with neither, it is still to be filled. */
function readTile({ id, element }: Tile, reading: Reading, city: City | null): ProductRecord | NoRecord {
  if (id === null && textOf(element) === null) return "other-kind";
  const record = id === null ? null : readCard(id, element, reading, city);
  return record?.name ? record : "unreadable";
}

/** The city that the site took, as every page of the shop says it, the shell too. */
export function readCity(html: string): City | null {
  return pageCity(embeddedState(html));
}

const pageCity = (state: unknown): City | null => cityOf(at(state, "layoutMain", "cityList", "payload", "city"));

/** The first form that gives records, each product once: at its first place, as its last tile says it. */
function firstFilled(forms: Array<() => Array<ProductRecord | NoRecord>>): Page<ProductRecord> {
  for (const form of forms) {
    const rows = form();
    const byId = new Map(rows.flatMap((row) => (typeof row === "string" ? [] : [[row.id, row] as const])));
    if (byId.size === 0) continue;
    return Page.of(rows, (row) => {
      if (typeof row === "string") return row;
      const record = byId.get(row.id);
      byId.delete(row.id);
      return record ?? "repeated";
    });
  }
  return Page.empty();
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
function embeddedProducts(state: Json | null): unknown[] {
  for (const part of [state?.searchPage, state?.subcategory]) {
    const found = findProducts(part, 6);
    if (found.length > 0) return found;
  }
  return [];
}

function findProducts(value: unknown, depth: number): unknown[] {
  const inside = objectOf(value);
  if (inside === null || depth === 0) return [];
  const { products } = inside;
  const isList = objectsOf(products).some((raw) => raw.id !== undefined && raw.slug !== undefined);
  if (isList && Array.isArray(products)) return products;
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
