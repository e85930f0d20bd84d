import { selectAll, selectOne } from "css-select";
import type { Element } from "domhandler";
import { isTag, isText } from "domhandler";
import { getAttributeValue, textContent } from "domutils";
import { absoluteUrl, cleanText, numberOf, zeroIsNone } from "../../../contract/values.ts";
import type { City } from "./city.ts";
import { dayInWords } from "./day-in-words.ts";
import type { ProductRecord, Reading } from "./listing.ts";
import { widthIn } from "./pictures.ts";
import { ratingOf } from "./read-product.ts";
import { label, pickupSummary, product, property } from "./record.ts";

/** One card of a filled page. Class names are made anew with every release; `data-meta-*` stay. */
export function readCard(card: Element, reading: Reading, city: City | null): ProductRecord | null {
  const id = cleanText(getAttributeValue(card, "data-meta-product-id"));
  if (id === null) return null;
  const link = titleLink(card);
  const short = link && cleanText(textContent(link));
  const opinions = amount(meta(card, "opinionsCount"));
  const images = imagesOf(card, reading.origin);
  return product({
    id,
    city: city?.id ?? reading.city,
    city_name: city?.name ?? null,
    name: cleanText(link && getAttributeValue(link, "title")) ?? short,
    short_name: short,
    alias: aliasOf(link, id),
    url: absoluteUrl(link && getAttributeValue(link, "href"), reading.origin),
    price: priceOf(card),
    old_price: zeroIsNone(amount(meta(card, "old-price"))),
    club_price: zeroIsNone(amount(meta(card, "club-price"))),
    discount_percent: zeroIsNone(discountOf(card)),
    is_available: isAvailable(card),
    rating: ratingOf(amount(meta(card, "rating")), opinions),
    opinion_count: opinions,
    review_count: amount(meta(card, "reviewsCount")),
    stock_in_stores: amount(meta(card, "availability-status-self")),
    pickup_points: pickups(card, reading.now),
    image: images[0] ?? null,
    images: reading.withImages ? images : [],
    labels: labelsOf(card, reading.origin),
    key_properties: propertiesOf(card),
    has_analog_products: meta(card, "analogs-button") ? true : null,
  });
}

const one = (card: Element, selector: string): Element | null => selectOne(selector, card) as Element | null;

/** The part of a card whose name ends so: `Snippet__old-price`, `MetaInfo_rating`. */
const meta = (card: Element, end: string): Element | null => one(card, `[data-meta-name$="_${end}"]`);

/** The first number of a text, such as "150 665" or "в 3006 пунктов". */
function amount(element: Element | null): number | null {
  const digits = element && /\d[\d\s]*(?:[.,]\d+)?/.exec(textContent(element))?.[0];
  return digits ? numberOf(digits.replace(/\s/g, "").replace(",", ".")) : null;
}

/** The title's link; a card of goods that are not sold now marks none, so it is the product's link that has words. */
function titleLink(card: Element): Element | null {
  const marked = one(card, 'a[data-meta-name$="__title"], a[data-meta-name$="__name"]');
  if (marked) return marked;
  const links = selectAll('a[href*="/product/"]', card).filter(isTag);
  const pages = links.filter((link) => /\/product\/[^/]+\/?$/.test(getAttributeValue(link, "href") ?? ""));
  return pages.find((link) => cleanText(textContent(link)) !== null) ?? pages[0] ?? null;
}

function aliasOf(link: Element | null, id: string): string | null {
  const slug = /\/product\/([^/?#]+)/.exec((link && getAttributeValue(link, "href")) ?? "")?.[1];
  return slug?.endsWith(`-${id}`) ? slug.slice(0, -id.length - 1) : null;
}

function priceOf(card: Element): number | null {
  const exact = one(card, '[data-meta-name$="_price"] [data-meta-price]') ?? one(card, "[data-meta-price]");
  return exact
    ? zeroIsNone(numberOf(getAttributeValue(exact, "data-meta-price")))
    : zeroIsNone(amount(meta(card, "price")));
}

/** A card of the detailed list shows its properties: a name, then the value in the same entry. */
function propertiesOf(card: Element): Array<ReturnType<typeof property>> {
  return selectAll("ul > li", card).flatMap((entry) => {
    const heading = isTag(entry) ? one(entry, "span") : null;
    const name = heading && cleanText(textContent(heading))?.replace(/\s*:$/, "");
    const value = heading && cleanText(textContent(entry).replace(textContent(heading), ""))?.replace(/^:\s*/, "");
    return name && value ? [property({ name, value })] : [];
  });
}

/** The badge beside the old price: "- 7%". */
function discountOf(card: Element): number | null {
  const beside = meta(card, "old-price")?.parent;
  const percent = beside && /[-−–]\s*(\d+)\s*%/.exec(textContent(beside))?.[1];
  return percent ? Number(percent) : null;
}

function isAvailable(card: Element): boolean | null {
  if (meta(card, "arrival-button")) return false;
  return meta(card, "cart-button") || one(card, "[data-meta-price]") ? true : null;
}

/** "Привезём в 3006 пунктов (завтра)": how many places from which day. */
function pickups(card: Element, now: number): Array<ReturnType<typeof pickupSummary>> {
  const supply = meta(card, "availability-status-supply");
  const count = amount(supply);
  if (!supply || count === null) return [];
  const when = supply.parent ? textContent(supply.parent).split(textContent(supply)).at(-1) : "";
  return [pickupSummary({ delivery_date: dayInWords(when ?? "", now), store_count: count })];
}

/** Pictures load when they come into view; until then the card shows one of the app's own. */
function imagesOf(card: Element, origin: string): string[] {
  const shown = selectAll("img", meta(card, "images") ?? card).filter(isTag);
  return [...new Set(shown.flatMap((image) => largestOf(image, origin) ?? []))];
}

function largestOf(image: Element, origin: string): string | null {
  const set = getAttributeValue(image, "srcset")?.split(/,\s+/) ?? [];
  const named = [getAttributeValue(image, "data-src"), getAttributeValue(image, "src")];
  const urls = [...named, ...set.map((source) => source.trim().split(/\s+/)[0])]
    .flatMap((url) => absoluteUrl(url, origin) ?? [])
    .filter((url) => !url.includes("/_next/static/"));
  return urls.toSorted((one, other) => (widthIn(other) ?? 0) - (widthIn(one) ?? 0))[0] ?? null;
}

/** Each badge's words, and where they lead; "not available" stands among them but is no label. */
function labelsOf(card: Element, origin: string): Array<ReturnType<typeof label>> {
  const badges = one(card, "[data-meta-name=BadgesWrapper]");
  if (!badges) return [];
  const found = selectAll("*:not(button, button *, svg *)", badges).filter(
    (element) => isTag(element) && element.children.some((child) => isText(child) && cleanText(child.data) !== null),
  );
  return found.flatMap((badge) => {
    const name = cleanText(textContent(badge));
    if (name === null || /^нет в наличии$/i.test(name)) return [];
    const href = linkAround(badge as Element, badges);
    return [
      label({ name, url: absoluteUrl(href, origin), action_id: /\/actions\/([^/?#]+)/.exec(href ?? "")?.[1] ?? null }),
    ];
  });
}

function linkAround(inner: Element, outer: Element): string | null {
  for (let element: Element | null = inner; element && element !== outer; element = element.parent as Element | null) {
    if (element.name === "a") return getAttributeValue(element, "href") ?? null;
  }
  return null;
}
