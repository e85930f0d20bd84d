import {
  type AnyNode,
  all,
  attributeOf,
  type Document,
  type Element,
  linkOf,
  one,
  type ParentNode,
  textOf,
  widestAround,
} from "../../source-kit/html.ts";
import { lazily } from "../../source-kit/json.ts";
import { complete } from "../../source-kit/record.ts";
import type { NoRecord } from "../../source-kit/source.ts";
import { cleanText, parseAmount, srcsetOf } from "../../source-kit/values.ts";
import { type InCity, Product, type ProductRecord } from "./product.ts";

const DAY = 86_400_000;
/** The shop's time zone, UTC+3 all year. */
const MOSCOW = 3 * 3_600_000;

const MONTHS = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

/** The day that a card's text means, relative to now: "завтра", "от 2 дней", "15 марта". Null for other texts. */
export function dayInWords(words: string, now: number): string | null {
  const days = daysAhead(words.toLowerCase());
  if (days !== null) return iso(now + MOSCOW + days * DAY);
  const [, day, word] = /(\d{1,2})\s+([а-я]{3,})/.exec(words.toLowerCase()) ?? [];
  const month = word ? MONTHS.findIndex((start) => word.startsWith(start)) : -1;
  if (day === undefined || month < 0) return null;
  const today = iso(now + MOSCOW);
  const inYear = (year: number) => iso(Date.UTC(year, month, Number(day)));
  const year = Number(today.slice(0, 4));
  return inYear(year) < today ? inYear(year + 1) : inYear(year);
}

function daysAhead(words: string): number | null {
  if (words.includes("послезавтра")) return 2;
  if (words.includes("завтра")) return 1;
  if (words.includes("сегодня")) return 0;
  const days = /(\d+)\s*(?:дн|ден)/.exec(words)?.[1];
  return days === undefined ? null : Number(days);
}

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A tile of a filled page with its product id; null if there is none. */
interface Tile {
  id: string | null;
  element: Element;
}

const MARKED = '[data-meta-product-id]:not([data-meta-product-id=""])';
const LAYOUT = "[data-meta-name^=SnippetProduct]";
const LINKS = 'a[href*="/product/"]';

/**
 * The tiles of the list itself, if the page marks it: adjacent carousels show other products. Tiles used to have the id of
 * their product; since 2026 they may not, and the last number of the product's path is the id.
 */
export function findTiles(page: Document): Tile[] {
  const list = one("[data-meta-name=ProductListLayout]", page);
  const listed = list ? tilesWithin(list) : [];
  return listed.length > 0 ? listed : tilesWithin(page);
}

function tilesWithin(place: Document | Element): Tile[] {
  // If tiles are marked, one that has lost its mark still has the layout of a tile.
  if (one(MARKED, place)) {
    return all(`${MARKED}, ${LAYOUT}:not(:has(${MARKED}), ${MARKED} *)`, place).map((element) => ({
      id: idWithin(element),
      element,
    }));
  }
  const tiles = new Map<Element, Tile>();
  for (const link of all(LINKS, place)) {
    const id = idIn(link);
    const element = id && tileAround(link, id, place);
    if (element && isTile(element)) tiles.set(element, { id, element });
  }
  return [...tiles.values()];
}

/** A link alone is not a tile: a tile has marked parts, such as a title, a price or a button. */
const isTile = (element: Element): boolean => one('[data-meta-name*="Snippet_"], [data-meta-price]', element) !== null;

/** The widest ancestor of a link in which all product links lead to the same product. */
const tileAround = (link: Element, id: string, place: AnyNode): Element =>
  widestAround(link, (context) => context === place || all(LINKS, context).some((other) => idIn(other) !== id));

/** `/product/<slug>-<id>/`, and its subpages. */
const idIn = (link: Element): string | null =>
  /\/product\/(?:[^/?#]*-)?(\d+)(?=[/?#]|$)/.exec(attributeOf("href", link) ?? "")?.[1] ?? null;

const idWithin = (tile: Element): string | null =>
  attributeOf("data-meta-product-id", tile) ?? all(LINKS, tile).map(idIn).find(Boolean) ?? null;

/** A tile without its id or its text is a product that was not understood; without both, it is not filled yet. */
export function readTile({ id, element }: Tile, reading: InCity): ProductRecord | NoRecord {
  if (id === null && textOf(element) === null) return "other-kind";
  const record = id === null ? "unreadable" : readCard(id, element, reading);
  return typeof record === "string" || record.name ? record : "unreadable";
}

/**
 * One card of a filled page, converted to the form of a GraphQL response. Class names change with every release;
 * `data-meta-*` stays.
 */
export function readCard(id: string, card: Element, reading: InCity): ProductRecord | NoRecord {
  const link = titleLink(card);
  const part = (end: string) => () => amount(meta(card, end));
  const row = lazily({
    id: () => idWithin(card) ?? id,
    name: () => longName(card, link) ?? textOf(link),
    shortName: () => textOf(link),
    slug: () => alias(link, id),
    price: lazily({
      current: () => priceOf(card),
      old: part("old-price"),
      club: part("club-price"),
      discount: lazily({ percent: () => discountOf(card) }),
    }),
    isAvailable: () => isAvailable(card),
    rating: part("rating"),
    counters: lazily({ opinions: part("opinionsCount"), reviews: part("reviewsCount") }),
    stock: lazily({ countInStores: part("availability-status-self") }),
    delivery: { self: lazily({ availabilityByDays: () => pickups(card, reading.now) }) },
    images: () => all("img", meta(card, "images") ?? card).map(sourcesOf),
    labels: () => labelsOf(card),
    propertiesShort: () => all("ul > li", card).map(propertyIn),
    recommendations: { hasAnalogProducts: meta(card, "analogs-button") ? true : null },
  });
  const record = Product.read(row, reading);
  return record === "unreadable" ? record : complete(record, { url: () => linkOf(link, reading.origin) });
}

/** The part of a card whose name ends with this: `Snippet__old-price`, `MetaInfo_rating`. */
const meta = (card: Element, end: string): Element | null => one(`[data-meta-name$="_${end}"]`, card);

/** The first number of a text, such as "150 665" or "в 3006 пунктов". */
const amount = (element: Element | null): number | null => parseAmount(textOf(element));

/** Links to the product itself; its subpages are about its reviews and the like. */
const productLinks = (card: Element): Element[] =>
  all(LINKS, card).filter((link) => /\/product\/[^/?#]+\/?(?:[?#]|$)/.test(attributeOf("href", link) ?? ""));

/** The title's link. A card of goods that are not on sale marks none, so the product's link with text counts. */
function titleLink(card: Element): Element | null {
  const marked = one('a[data-meta-name$="__title"], a[data-meta-name$="__name"]', card);
  if (marked) return marked;
  const links = productLinks(card);
  return links.find((link) => textOf(link) !== null) ?? links[0] ?? null;
}

/** The long name is the tooltip of the title, or of the empty link that covers the whole tile. */
const longName = (card: Element, link: Element | null): string | null =>
  cleanText(attributeOf("title", link)) ??
  productLinks(card)
    .filter((other) => textOf(other) === null)
    .map((other) => cleanText(attributeOf("title", other)))
    .find((title) => title !== null) ??
  null;

function alias(link: Element | null, id: string): string | null {
  const slug = /\/product\/([^/?#]+)/.exec(attributeOf("href", link) ?? "")?.[1];
  return slug?.endsWith(`-${id}`) ? slug.slice(0, -id.length - 1) : null;
}

/** The price before the discount may come first, marked the same way. */
function priceOf(card: Element): number | null {
  const exact = one('[data-meta-name$="_price"] [data-meta-price]', card) ?? one(ANY_PRICE, card);
  const marked = attributeOf("data-meta-price", exact);
  return marked === null ? amount(meta(card, "price")) : parseAmount(marked);
}

const ANY_PRICE = '[data-meta-price]:not([data-meta-name*="old"] *, [data-meta-name*="old"])';

/** A card of the detailed list shows its properties: a name, then the value in the same entry. */
function propertyIn(entry: Element) {
  const heading = textOf(one("span", entry)) ?? "";
  const value = textOf(entry)?.replace(heading, "");
  return { name: heading.replace(/\s*:$/, ""), value: value?.replace(/^\s*:\s*|\s*;\s*$/g, "") };
}

/** The badge beside the old price: "- 7%". */
function discountOf(card: Element): number | null {
  const beside = meta(card, "old-price")?.parent;
  const percent = /[-−–]\s*(\d+)\s*%/.exec(textOf(beside) ?? "")?.[1];
  return percent ? Number(percent) : null;
}

function isAvailable(card: Element): boolean | null {
  if (meta(card, "arrival-button")) return false;
  return meta(card, "cart-button") || one(ANY_PRICE, card) ? true : null;
}

/**
 * "Привезём в 3006 пунктов (завтра)": the number of pickup points and the first day, which is beside it or one box further
 * out.
 */
function pickups(card: Element, now: number) {
  const supply = meta(card, "availability-status-supply");
  const words = textOf(supply);
  const count = amount(supply);
  if (!supply || words === null || count === null) return [];
  const boxes = [supply.parent, supply.parent?.parent];
  const days = boxes.map((box) => dayInWords((textOf(box) ?? "").split(words).at(-1) ?? "", now));
  return [{ deliveryTime: days.find((day) => day !== null), storeCount: count }];
}

/** Pictures load when they come into view; until then the card shows a placeholder of the app. */
function sourcesOf(image: Element) {
  const set = srcsetOf(attributeOf("srcset", image));
  const urls = [attributeOf("data-src", image), attributeOf("src", image), ...set.map(({ url }) => url)];
  return { sources: urls.filter((url) => !url?.includes("/_next/static/")).map((url) => ({ url })) };
}

/** Each badge's text and link; "not available" is among them but is not a label. */
function labelsOf(card: Element) {
  const badges = one("[data-meta-name=BadgesWrapper]", card);
  if (!badges) return [];
  const worded = all("*:not(button, button *, svg *)", badges).filter(({ children }) =>
    children.some((child) => child.type === "text" && cleanText(child.data) !== null),
  );
  return worded.flatMap((badge) => {
    const title = textOf(badge);
    if (title === null || /^нет в наличии$/i.test(title)) return [];
    const url = linkAround(badge, badges);
    return [{ title, target: { url, action: { id: /\/actions\/([^/?#]+)/.exec(url ?? "")?.[1] } } }];
  });
}

function linkAround(inner: Element, outer: Element): string | null {
  for (let node: ParentNode | null = inner; node && node !== outer; node = node.parent) {
    if ("attribs" in node && node.name === "a") return attributeOf("href", node);
  }
  return null;
}
