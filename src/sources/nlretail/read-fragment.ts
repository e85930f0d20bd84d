import type { PageElement } from "../../source-kit/elements/page-element.ts";
import { type NoRecord, Page } from "../../source-kit/source.ts";
import { absoluteUrl, parseAmount, toInteger, toNumber } from "../../source-kit/values.ts";
import { cardText, elementsMarked, elementsWith, largestImage } from "./card-elements.ts";
import { parseSpokenAmount, parseStars, toRating } from "./dutch-values.ts";
import { type Product, SearchProduct } from "./product.ts";

/** The cards of the list fragment (the search address with `_c=xhr`), whose parts are named by `data-test`. */
export function readFragmentCards(html: string, origin: string): Page<Product> {
  const cards = new Map<number, Product>();
  let title = html.indexOf(TITLE);
  for (const card of title < 0 ? [] : elementsWith(html, "data-id", isId)) {
    // Most of a page is its filters, which have ids too: megabytes without a title.
    if (title < card.start) title = html.indexOf(TITLE, card.start);
    if (title < 0) break;
    if (title >= card.end) continue;
    const parts = partsOf(card);
    if (parts.has(TITLE)) cards.set(card.start, readCard(card, parts, origin));
  }
  const others =
    cards.size === 0 ? [] : [...elementsMarked(html, "js_item_root")].filter(({ start }) => !cards.has(start));
  return Page.of([...cards.values(), ...others], (row) => (isElement(row) ? kindOf(row) : row));
}

const TITLE = "product-title";
const PRODUCT_PATH = /\/p\/[^/]*\/\d+/;
const isId = (id: string) => /^\d+$/.test(id);
const isElement = (row: Product | PageElement): row is PageElement => "start" in row;

/** An unread item of the list: a product by its id, its title or its link, or something else. */
function kindOf(item: PageElement): NoRecord {
  const isProduct =
    isId(item.attribute("data-id") ?? "") ||
    item.inside().some((part) => part.mentions(TITLE) || PRODUCT_PATH.test(part.attribute("href") ?? ""));
  return isProduct ? "unreadable" : "other-kind";
}

type Parts = Map<string, PageElement[]>;

const WANTED = new Set(
  "product-title product-image party-link price-info-srt-text from-price delivery-notification rating-stars sponsored-product".split(
    " ",
  ),
);

function partsOf(card: PageElement): Parts {
  const parts: Parts = new Map();
  for (const element of card.inside()) {
    const name = partName(element);
    if (name === null) continue;
    const same = parts.get(name);
    if (same) same.push(element);
    else parts.set(name, [element]);
  }
  return parts;
}

function partName(element: PageElement): string | null {
  if (element.name === "meta") return `meta ${element.attribute("itemprop")}`;
  const name = element.attribute("data-test");
  return name !== undefined && WANTED.has(name) ? name : null;
}

const isTooltip = (part: PageElement): boolean =>
  part.name === "wsp-tooltip" || /^tooltip/.test(part.attribute("data-test") ?? "") || part.name === "script";

function readCard(card: PageElement, parts: Parts, origin: string): Product {
  const part = (name: string) => parts.get(name)?.[0];
  const title = part("product-title");
  const brand = brandLink(parts.get("party-link") ?? []);
  const stars = part("rating-stars");
  const reviewCount = () => toInteger(stars?.attribute("data-count"));
  const images = (parts.get("product-image") ?? []).flatMap((box) => box.inside().filter(({ name }) => name === "img"));
  return SearchProduct.make({
    id: () => card.attribute("data-id") ?? "",
    name: () => cardText(title),
    url: () => absoluteUrl(title?.attribute("href"), origin),
    image: () => absoluteUrl(largestImage(images), origin),
    brand: () => cardText(brand),
    brand_url: () => absoluteUrl(brand?.attribute("href"), origin),
    price: () =>
      toNumber(part("meta price")?.attribute("content")) ?? parseSpokenAmount(cardText(part("price-info-srt-text"))),
    list_price: () => parseAmount(cardText(part("from-price"))),
    delivery: () => cardText(part("delivery-notification"), isTooltip),
    rating: () => toRating(parseStars(stars?.attribute("title")), reviewCount()),
    review_count: reviewCount,
    is_sponsored: () =>
      parts.has("sponsored-product") || /\bjs_sponsored_product\b/.test(card.attribute("class") ?? ""),
  });
}

/** The name that links to a brand's page, of several on a card (a brand, a maker, a figure). */
const brandLink = (links: PageElement[]): PageElement | undefined =>
  links.find((link) => /\/p?b\//.test(link.attribute("href") ?? "")) ?? links[0];
