import { absoluteUrl, cleanText, numberOf, zeroIsNone } from "../../../contract/values.ts";
import { all, attributeOf, type Element, linkOf, one, textOf } from "../../../source-kit/html.ts";
import type { City } from "./city.ts";
import { dayInWords } from "./day-in-words.ts";
import type { ProductRecord, Reading } from "./listing.ts";
import { widthIn } from "./pictures.ts";
import { ratingOf } from "./read-product.ts";
import { label, pickupSummary, product, property } from "./record.ts";

/** One card of a filled page. Class names are made anew with every release; `data-meta-*` stay. */
export function readCard(id: string, card: Element, reading: Reading, city: City | null): ProductRecord {
  const link = titleLink(card);
  const short = textOf(link);
  const opinions = amount(meta(card, "opinionsCount"));
  const images = imagesOf(card, reading.origin);
  return product({
    id,
    city: city?.id ?? reading.city,
    city_name: city?.name,
    name: longName(card, link) ?? short,
    short_name: short,
    alias: aliasOf(link, id),
    url: linkOf(link, reading.origin),
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
    image: images[0],
    images: reading.withImages ? images : [],
    labels: labelsOf(card, reading.origin),
    key_properties: propertiesOf(card),
    has_analog_products: meta(card, "analogs-button") ? true : null,
  });
}

/** The part of a card whose name ends so: `Snippet__old-price`, `MetaInfo_rating`. */
const meta = (card: Element, end: string): Element | null => one(`[data-meta-name$="_${end}"]`, card);

/** The first number of a text, such as "150 665" or "в 3006 пунктов". */
function amount(element: Element | null): number | null {
  const digits = /\d[\d\s]*(?:[.,]\d+)?/.exec(textOf(element) ?? "")?.[0];
  return digits ? numberIn(digits) : null;
}

const numberIn = (digits: string): number | null => numberOf(digits.replace(/\s/g, "").replace(",", "."));

/** Links to the product itself: the pages below it are about its opinions and the like. */
const productLinks = (card: Element): Element[] =>
  all('a[href*="/product/"]', card).filter((link) =>
    /\/product\/[^/?#]+\/?(?:[?#]|$)/.test(attributeOf("href", link) ?? ""),
  );

/** The title's link; a card of goods that are not sold now marks none, so it is the product's link that has words. */
function titleLink(card: Element): Element | null {
  const marked = one('a[data-meta-name$="__title"], a[data-meta-name$="__name"]', card);
  if (marked) return marked;
  const links = productLinks(card);
  return links.find((link) => textOf(link) !== null) ?? links[0] ?? null;
}

/** The long name is the title's tooltip, or that of the empty link that lies over the whole tile. */
const longName = (card: Element, link: Element | null): string | null =>
  cleanText(attributeOf("title", link)) ??
  productLinks(card)
    .filter((other) => textOf(other) === null)
    .map((other) => cleanText(attributeOf("title", other)))
    .find((title) => title !== null) ??
  null;

function aliasOf(link: Element | null, id: string): string | null {
  const slug = /\/product\/([^/?#]+)/.exec(attributeOf("href", link) ?? "")?.[1];
  return slug?.endsWith(`-${id}`) ? slug.slice(0, -id.length - 1) : null;
}

/** The price before the discount may stand first, marked alike. */
function priceOf(card: Element): number | null {
  const exact = one('[data-meta-name$="_price"] [data-meta-price]', card) ?? one(ANY_PRICE, card);
  const marked = attributeOf("data-meta-price", exact);
  return zeroIsNone(marked === null ? amount(meta(card, "price")) : numberIn(marked));
}

const ANY_PRICE = '[data-meta-price]:not([data-meta-name*="old"] *, [data-meta-name*="old"])';

/** A card of the detailed list shows its properties: a name, then the value in the same entry. */
function propertiesOf(card: Element): Array<ReturnType<typeof property>> {
  return all("ul > li", card).flatMap((entry) => {
    const heading = textOf(one("span", entry));
    const name = heading?.replace(/\s*:$/, "");
    const value =
      heading &&
      cleanText(
        textOf(entry)
          ?.replace(heading, "")
          .replace(/^\s*:\s*|\s*;\s*$/g, ""),
      );
    return name && value ? [property({ name, value })] : [];
  });
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

/** "Привезём в 3006 пунктов (завтра)": how many places from which day, which stands beside or one box further out. */
function pickups(card: Element, now: number): Array<ReturnType<typeof pickupSummary>> {
  const supply = meta(card, "availability-status-supply");
  const count = amount(supply);
  if (!supply || count === null) return [];
  const boxes = [supply.parent, supply.parent?.parent];
  const days = boxes.map((box) => dayInWords((textOf(box) ?? "").split(textOf(supply)!).at(-1) ?? "", now));
  return [pickupSummary({ delivery_date: days.find((day) => day !== null), store_count: count })];
}

/** Pictures load when they come into view; until then the card shows one of the app's own. */
function imagesOf(card: Element, origin: string): string[] {
  const shown = all("img", meta(card, "images") ?? card);
  return [...new Set(shown.flatMap((image) => largestOf(image, origin) ?? []))];
}

function largestOf(image: Element, origin: string): string | null {
  const set = attributeOf("srcset", image)?.split(/,\s+/) ?? [];
  const named = [attributeOf("data-src", image), attributeOf("src", image)];
  const urls = [...named, ...set.map((source) => source.trim().split(/\s+/)[0])]
    .flatMap((url) => absoluteUrl(url, origin) ?? [])
    .filter((url) => !url.includes("/_next/static/"));
  return urls.toSorted((one, other) => (widthIn(other) ?? 0) - (widthIn(one) ?? 0))[0] ?? null;
}

/** Each badge's words, and where they lead; "not available" stands among them but is no label. */
function labelsOf(card: Element, origin: string): Array<ReturnType<typeof label>> {
  const badges = one("[data-meta-name=BadgesWrapper]", card);
  if (!badges) return [];
  const worded = all("*:not(button, button *, svg *)", badges).filter(({ children }) =>
    children.some((child) => child.type === "text" && cleanText(child.data) !== null),
  );
  return worded.flatMap((badge) => {
    const name = cleanText(textOf(badge));
    if (name === null || /^нет в наличии$/i.test(name)) return [];
    const href = linkAround(badge, badges);
    return [label({ name, url: absoluteUrl(href, origin), action_id: /\/actions\/([^/?#]+)/.exec(href ?? "")?.[1] })];
  });
}

function linkAround(inner: Element, outer: Element): string | null {
  for (let element: Element | null = inner; element && element !== outer; element = element.parent as Element | null) {
    if (element.name === "a") return attributeOf("href", element);
  }
  return null;
}
