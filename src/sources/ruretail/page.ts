import {
  all,
  attributeOf,
  type Document,
  type Element,
  linkOf,
  one,
  parseHtml,
  textOf,
} from "../../source-kit/html.ts";
import { asObject, asObjects, at, type Json, lazily, observed, scriptJson } from "../../source-kit/json.ts";
import { complete } from "../../source-kit/record.ts";
import { AskAgain, type NoRecord, Page, Unreadable } from "../../source-kit/source.ts";
import { cleanText } from "../../source-kit/values.ts";
import { findTiles, readTile } from "./cards.ts";
import { type City, NEXT_DATA, parseCity } from "./cities.ts";
import type { Listing } from "./graphql.ts";
import { type InCity, Product, type ProductRecord, type Reading } from "./product.ts";

/**
 * Reads a page of the shop. The server sends a shell that the browser fills: products are in the embedded data of some
 * pages, and in the cards of a page that was saved after it was filled.
 */
export function readPage(html: string, reading: Reading): Listing {
  const page = parseHtml(html);
  const state = embeddedState(html);
  const city = pageCity(state);
  const inCity = { ...reading, taken: city };
  const found = firstFilled([
    () => embeddedProducts(state).map((row) => Product.read(row, inCity)),
    () => findTiles(page).map((tile) => readTile(tile, inCity)),
    () => all("[data-params]", page).map((card) => readLegacyCard(card, inCity)),
  ]);
  if (found.records.length === 0 && !saysNothingFound(page)) throw withoutProducts(html);
  return { page: found, groups: null, sortedBy: null, city };
}

/** The city that the site used, which every page of the shop states, even the shell. */
export function readCity(html: string): City | null {
  return pageCity(embeddedState(html));
}

const pageCity = (state: unknown): City | null => parseCity(at(state, "layoutMain", "cityList", "payload", "city"));

/** The first form with records, each product once: at its first position, with the values of its last tile. */
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

/** A shell does not mean "no results": the products have not loaded yet. */
function withoutProducts(html: string): Unreadable | AskAgain {
  const isShell = html.includes("__NEXT_DATA__") || html.includes("data-meta-name=");
  const unreadable = new Unreadable(isShell ? "a page without its products" : "not a page of the shop");
  return isShell ? new AskAgain("the page had not been filled", unreadable) : unreadable;
}

const embeddedState = (html: string): Json | null => asObject(at(scriptJson(html, NEXT_DATA), "props", "initialState"));

/** Lists of products at the page's own location; those of recommendations and of the search box are elsewhere. */
function embeddedProducts(state: Json | null): unknown[] {
  for (const part of [state?.searchPage, state?.subcategory]) {
    const found = findProducts(part, 6);
    if (found.length > 0) return found;
  }
  return [];
}

function findProducts(value: unknown, depth: number): unknown[] {
  const inside = asObject(value);
  if (inside === null || depth === 0) return [];
  const { products } = inside;
  const isList = asObjects(products).some((raw) => raw.id !== undefined && raw.slug !== undefined);
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

const LEGACY_MARK = /\bproduct_data__/;

/** A card of the pages before 2023: the data in one attribute, for the shop's analytics. */
function readLegacyCard(card: Element, reading: InCity): ProductRecord | NoRecord {
  const raw = paramsOf(card);
  const of = (name: string) => () => raw?.[name];
  const link = one('a[href*="/product/"]', card);
  const title = () => cleanText(attributeOf("title", one('a[href*="/product/"][title]', card)));
  const record = Product.read(
    raw &&
      lazily({
        id: of("id"),
        name: () => title() ?? cleanText(raw.shortName) ?? textOf(link),
        shortName: of("shortName"),
        brand: of("brandName"),
        category: lazily({ id: of("categoryId"), name: of("categoryName") }),
        price: lazily({ current: of("price"), old: of("oldPrice"), club: of("clubPrice") }),
      }),
    reading,
  );
  if (record === "unreadable") return LEGACY_MARK.test(attributeOf("class", card) ?? "") ? "unreadable" : "other-kind";
  const image = one("img", card);
  const { origin } = reading;
  return complete(record, {
    url: () => linkOf(link, origin),
    image: () => linkOf(image, origin, "data-src") ?? linkOf(image, origin, "src"),
  });
}

function paramsOf(card: Element): Json | null {
  try {
    return asObject(observed(JSON.parse(attributeOf("data-params", card) ?? ""), "data-params of the card"));
  } catch {
    return null;
  }
}
