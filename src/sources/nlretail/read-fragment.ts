import { all, attributeOf, type Element, linkOf, one } from "../../source-kit/html.ts";
import { type NoRecord, Page } from "../../source-kit/source.ts";
import { absoluteUrl, parseAmount, toInteger, toNumber } from "../../source-kit/values.ts";
import { cardText, elementsMarked, elementsWith, largestImage, mentions } from "./card-elements.ts";
import { parseSpokenAmount, parseStars, toRating } from "./dutch-values.ts";
import { type Product, SearchProduct } from "./product.ts";

/** The cards of the list fragment (the search address with `_c=xhr`), whose parts are named by `data-test`. */
export function readFragmentCards(html: string, origin: string): Page<Product> {
  const cards = new Map<number, Product>();
  let title = html.indexOf(TITLE);
  for (const { element, start, end } of title < 0 ? [] : elementsWith(html, "data-id", isId)) {
    // Most of a page is its filters, which have ids too: megabytes without a title.
    if (title < start) title = html.indexOf(TITLE, start);
    if (title < 0) break;
    if (title < end && part(TITLE, element)) cards.set(start, readCard(element, origin));
  }
  const others =
    cards.size === 0 ? [] : [...elementsMarked(html, "js_item_root")].filter(({ start }) => !cards.has(start));
  return Page.of([...cards.values(), ...others], (row) => ("element" in row ? kindOf(row.element) : row));
}

const TITLE = "product-title";
const PRODUCT_PATH = /\/p\/[^/]*\/\d+/;
const isId = (id: string) => /^\d+$/.test(id);
/** An unread item of the list: a product by its id, its title or its link, or something else. */
function kindOf(item: Element): NoRecord {
  const isProduct =
    isId(attributeOf("data-id", item) ?? "") ||
    all("*", item).some((part) => mentions(part, TITLE) || PRODUCT_PATH.test(attributeOf("href", part) ?? ""));
  return isProduct ? "unreadable" : "other-kind";
}

const part = (name: string, card: Element): Element | null => one(`[data-test="${name}"]`, card);

const isTooltip = (part: Element): boolean =>
  part.name === "wsp-tooltip" || /^tooltip/.test(part.attribs["data-test"] ?? "");

function readCard(card: Element, origin: string): Product {
  const title = part(TITLE, card);
  const brand = brandLink(all('[data-test="party-link"]', card));
  const stars = part("rating-stars", card);
  const reviewCount = () => toInteger(attributeOf("data-count", stars));
  return SearchProduct.make({
    id: () => attributeOf("data-id", card) ?? "",
    name: () => cardText(title),
    url: () => linkOf(title, origin),
    image: () => absoluteUrl(largestImage(all('[data-test="product-image"] img', card)), origin),
    brand: () => cardText(brand),
    brand_url: () => linkOf(brand, origin),
    price: () =>
      toNumber(attributeOf("content", one('meta[itemprop="price"]', card))) ??
      parseSpokenAmount(cardText(part("price-info-srt-text", card))),
    list_price: () => parseAmount(cardText(part("from-price", card))),
    delivery: () => cardText(part("delivery-notification", card), isTooltip),
    rating: () => toRating(parseStars(attributeOf("title", stars)), reviewCount()),
    review_count: reviewCount,
    is_sponsored: () =>
      part("sponsored-product", card) !== null || /\bjs_sponsored_product\b/.test(attributeOf("class", card) ?? ""),
  });
}

/** The name that links to a brand's page, of several on a card (a brand, a maker, a figure). */
const brandLink = (links: Element[]): Element | undefined =>
  links.find((link) => /\/p?b\//.test(attributeOf("href", link) ?? "")) ?? links[0];
