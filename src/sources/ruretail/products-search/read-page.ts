import { selectAll, selectOne } from "css-select";
import type { AnyNode, Document, Element } from "domhandler";
import { isTag } from "domhandler";
import { textContent } from "domutils";
import { parseDocument } from "htmlparser2";
import { AskAgain, Unreadable } from "../../../contract/errors.ts";
import { type City, cityOf } from "./city.ts";
import type { Listing, ProductRecord, Reading } from "./listing.ts";
import { readCard } from "./read-card.ts";
import { readLegacyCard } from "./read-legacy-card.ts";
import { readProduct } from "./read-product.ts";
import { at, objectOf, objectsOf, type Wire } from "./wire.ts";

/**
 * Reads a page of the shop. The server sends a shell that the browser fills: products are in the embedded data of
 * some pages, and in the cards of a page that was saved after it had been filled.
 */
export function readPage(html: string, reading: Reading): Listing {
  const page = parseDocument(html);
  const state = embeddedState(html);
  const city = pageCity(state);
  const records = unique([
    () => embeddedProducts(state).flatMap((raw) => readProduct(raw, reading, city) ?? []),
    () => cards(page).flatMap((card) => readCard(card, reading, city) ?? []),
    () =>
      selectAll("[data-params]", page).flatMap((card) =>
        isTag(card) ? (readLegacyCard(card, reading, city) ?? []) : [],
      ),
  ]);
  if (records.length === 0 && !saysNothingFound(page)) throw withoutProducts(html);
  return { records, groups: null, totalItems: null, totalPages: null, city };
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

function embeddedState(html: string): Wire | null {
  const mark = html.indexOf('id="__NEXT_DATA__"');
  if (mark < 0) return null;
  const start = html.indexOf(">", mark) + 1;
  const end = html.indexOf("</script>", start);
  try {
    return objectOf(at(JSON.parse(html.slice(start, end < 0 ? undefined : end)), "props", "initialState"));
  } catch {
    return null;
  }
}

/** Lists of products where the page keeps its own; those of recommendations and of the search box are others. */
function embeddedProducts(state: Wire | null): Wire[] {
  for (const part of [state?.searchPage, state?.subcategory]) {
    const found = findProducts(part, 6);
    if (found.length > 0) return found;
  }
  return [];
}

function findProducts(value: unknown, depth: number): Wire[] {
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

/** The cards of the list itself, where the page marks it: carousels beside it show other products. */
function cards(page: Document): Element[] {
  const within = (place: AnyNode) =>
    selectAll('[data-meta-product-id]:not([data-meta-product-id=""])', place).filter(isTag);
  const list = selectOne<AnyNode, Element>("[data-meta-name=ProductListLayout]", page);
  const listed = list ? within(list) : [];
  return listed.length > 0 ? listed : within(page);
}

function saysNothingFound(page: Document): boolean {
  const body = selectOne("body", page);
  if (!body) return false;
  const shown = selectAll(":is(h1, h2, h3, p, span, div):not(:has(script))", body);
  return shown.some((element) =>
    element.children.some((child) => child.type === "text" && NOTHING_FOUND.test(textContent(child))),
  );
}

const NOTHING_FOUND =
  /ничего не (найдено|нашлось|нашли)|товары не найдены|нет подходящих товаров|не дал[аои]? результатов/i;
