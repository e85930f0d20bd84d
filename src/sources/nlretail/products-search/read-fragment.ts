import type { Element } from "domhandler";
import type { Static } from "typebox";
import { absoluteUrl, numberOf, wholeOf } from "../../../contract/values.ts";
import { elementsIn, elementsWith, largestImage, textOf } from "./card-elements.ts";
import { amountOf, ratingOf, spokenAmountOf, starsOf } from "./dutch-values.ts";
import { type SearchProduct, searchProduct } from "./record.ts";

/** The cards of the list fragment (the search address with `_c=xhr`), whose parts are named by `data-test`. */
export function readFragmentCards(html: string, origin: string): Array<Static<typeof SearchProduct>> {
  if (!html.includes("product-title")) return [];
  const records: Array<Static<typeof SearchProduct>> = [];
  for (const card of elementsWith(html, "data-id", (id) => /^\d+$/.test(id))) {
    const parts = partsOf(card);
    if (parts.has("product-title")) records.push(readCard(card, parts, origin));
  }
  return records;
}

type Parts = Map<string, Element[]>;

function partsOf(card: Element): Parts {
  const parts: Parts = new Map();
  for (const element of elementsIn(card)) {
    const name = element.name === "meta" ? `meta ${element.attribs.itemprop}` : element.attribs["data-test"];
    if (!name) continue;
    const same = parts.get(name);
    if (same) same.push(element);
    else parts.set(name, [element]);
  }
  return parts;
}

const isTooltip = (part: Element): boolean =>
  part.name === "wsp-tooltip" || /^tooltip/.test(part.attribs["data-test"] ?? "") || part.name === "script";

function readCard(card: Element, parts: Parts, origin: string): Static<typeof SearchProduct> {
  const part = (name: string) => parts.get(name)?.[0];
  const title = part("product-title");
  const brand = brandLink(parts.get("party-link") ?? []);
  const stars = part("rating-stars");
  const reviewCount = wholeOf(stars?.attribs["data-count"]);
  const images = (parts.get("product-image") ?? []).flatMap((box) =>
    elementsIn(box).filter(({ name }) => name === "img"),
  );
  return searchProduct({
    id: card.attribs["data-id"] ?? "",
    name: textOf(title),
    url: absoluteUrl(title?.attribs.href, origin),
    image: absoluteUrl(largestImage(images), origin),
    brand: textOf(brand),
    brand_url: absoluteUrl(brand?.attribs.href, origin),
    price: numberOf(part("meta price")?.attribs.content) ?? spokenAmountOf(textOf(part("price-info-srt-text"))),
    list_price: amountOf(textOf(part("from-price"))),
    delivery: textOf(part("delivery-notification"), isTooltip),
    rating: ratingOf(starsOf(stars?.attribs.title ?? null), reviewCount),
    review_count: reviewCount,
    is_sponsored: parts.has("sponsored-product") || /\bjs_sponsored_product\b/.test(card.attribs.class ?? ""),
  });
}

/** Of several names on a card (a brand, a maker, a figure), the one that links to a brand's page. */
const brandLink = (links: Element[]): Element | undefined =>
  links.find(({ attribs }) => /\/p?b\//.test(attribs.href ?? "")) ?? links[0];
