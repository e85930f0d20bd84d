import {
  all,
  attributeOf,
  type Document,
  type Element,
  elementsOf,
  linkOf,
  nextElement,
  one,
  parentOf,
  parseHtml,
  visibleText,
} from "../../../source-kit/html.ts";
import { shared } from "../../../source-kit/record.ts";
import { Page, type ReadingContext, type Stated } from "../../../source-kit/source.ts";
import {
  absoluteUrl,
  cleanText,
  largestOf,
  localNumber,
  srcsetOf,
  toInteger,
  zeroIsNone,
} from "../../../source-kit/values.ts";
import { nightsBetween } from "../dates.ts";
import { type StatedPlace, type searchEcho, stayWords } from "../search-echo.ts";
import { readMoney, readUnitWords } from "./card-words.ts";
import { codesIn, pageCurrencies } from "./echo.ts";
import { HotelCard, type HotelCardRecord, ReviewScore } from "./hotel-card.ts";
import { districtIn, perNight, propertyUrl } from "./result.ts";
import type { Requested, SearchReading } from "./search-reading.ts";
import { filtersIn } from "./site-filters.ts";

const testId = (element: Element): string | null => attributeOf("data-testid", element);

const named = (name: string, within: Element | Document): Element | null => one(`[data-testid="${name}"]`, within);

/** A page as a browser renders it: the content of the cards, if their data is gone. */
export function readCards(html: string, requested: Requested, context: ReadingContext): SearchReading {
  const page = parseHtml(html);
  const cards = all('[data-testid="property-card"]', page);
  const sorter = attributeOf("data-selected-sorter", one("[data-selected-sorter]", page));
  const shown = Page.of(cards, (card) => readCard(card, requested, context) ?? "unreadable", { total: totalIn(page) });
  const echo: Stated<typeof searchEcho> = {
    ...linkedSearch(cards, context),
    place: placeIn(page),
    sort: sorter ? [sorter] : null,
    currency: pageCurrencies(shown, null),
    language: attributeOf("lang", one("html", page)),
  };
  return { page: shown.saying({ echo }), filters: () => filtersIn(page) };
}

/** The links of the cards repeat the search. */
function linkedSearch(cards: readonly Element[], context: ReadingContext): Stated<typeof searchEcho> {
  const href = cards[0] ? linkOf(named("title-link", cards[0]), context.origin) : null;
  if (href === null) return {};
  const query = new URL(href).searchParams;
  return {
    dates: stayWords({ checkin: query.get("checkin"), checkout: query.get("checkout") }),
    adults: toInteger(query.get("group_adults")),
    rooms: toInteger(query.get("no_rooms")),
    children: toInteger(query.get("group_children")),
    filters: query.has("nflt") ? codesIn(query.get("nflt")) : null,
  };
}

/** The text in the search box. */
function placeIn(page: Document): StatedPlace | null {
  const name = attributeOf("value", one('input[name="ss"]', page));
  return name ? { type: null, id: null, latitude: null, longitude: null, country: null, name } : null;
}

/** The heading's accessible text has the number of all properties, including those around the destination. */
function totalIn(page: Document): number | null {
  const heading = one("h1", page);
  const spoken = attributeOf("aria-label", heading) ?? visibleText(heading);
  const number = /[:：]\s*(\d[\d.,\s]*)/.exec(spoken ?? "")?.[1] ?? /\d[\d.,\s]*/.exec(spoken ?? "")?.[0];
  return number ? localNumber(number) : null;
}

/** The named elements of a card, by name. */
function namedParts(card: Element) {
  const byName = Map.groupBy(all("[data-testid]", card), testId);
  const every = (name: string): Element[] => byName.get(name) ?? [];
  const first = (passes: (name: string) => boolean): Element | null => {
    const found = [...byName.keys()].find((name) => name !== null && passes(name));
    return found ? every(found)[0]! : null;
  };
  return { all: every, one: (name: string): Element | null => every(name)[0] ?? null, first };
}

const isAddress = (name: string): boolean => name === "address-text" || name === "address-link" || name === "address";

function readCard(card: Element, requested: Requested, context: ReadingContext): HotelCardRecord | null {
  const parts = namedParts(card);
  const link = shared(() => linkIn(parts, context.origin));
  const roomId = () => zeroIsNone(toInteger(blockIn(link().url)?.split("_")[0]));
  const id = () => {
    const attributes = [attributeOf("data-hotelid", card), attributeOf("data-hotel-id", card)];
    const named = [link().url?.searchParams.get("hotel_id"), ...attributes].map(toInteger).find(Boolean);
    // A room's id is its property's with two more digits; without dates the link has no room.
    return named ?? Math.trunc((roomId() ?? 0) / 100);
  };
  // A saved page without dates may identify its properties by their addresses alone: its records have no id, and live the
  // coverage guard rejects them.
  if (!id() && !link().alias) return null;
  const place = parts.first(isAddress);
  const address = () => visibleText(place);
  const district = () => districtIn(address());
  const stars = parts.first((name) => name.startsWith("rating-"));
  const unit = parts.one("recommended-units") ?? parts.first((name) => name.startsWith("availability-"));
  const words = shared(() => readUnitWords(unit && named("property-card-unit-configuration", unit)));
  const { currency } = requested;
  const shown = parts.all("price-and-discounted-price");
  const total = shown.at(-1) ?? null;
  const price = () => readMoney(visibleText(total), currency);
  const nightly = () => (shown.length > 1 ? readMoney(visibleText(shown[0]), currency) : null);
  return HotelCard.make({
    id: () => (id() || null) as number,
    alias: () => link().alias,
    country_code: () => link().countryCode,
    name: () => visibleText(parts.one("title")),
    url: () => propertyUrl(context.origin, link().countryCode, link().alias),
    star_rating: () => stars && starsOf(stars),
    star_rating_symbol: () => stars && (testId(stars) === "rating-stars" ? "STARS" : "TILES"),
    review: () => readReview(parts.one("review-score")),
    city: () => cityIn(address(), district()),
    display_location: address,
    district,
    distance_from_center: () => visibleText(parts.one("distance")),
    beach_distance: () => beachNear(place, card),
    image: () => largestImage(parts.one("image"), context.originOf("media")),
    price,
    price_per_night: () => nightly() ?? perNight(price(), nightsIn(link().url) ?? nightsRequested(requested)),
    price_before_discount: () => total && readMoney(struckOut(total), currency),
    excluded_charges: () => readMoney(afterPlus(visibleText(parts.one("taxes-and-charges"))), currency),
    room_id: roomId,
    room_name: () => visibleText(unit && one("h4", unit)),
    bedroom_count: () => words().bedroom_count,
    bathroom_count: () => words().bathroom_count,
    bed_count: () => words().bed_count,
    kitchen_count: () => words().kitchen_count,
    living_room_count: () => words().living_room_count,
    area: () => words().area,
    area_unit: () => words().area_unit,
    has_free_cancellation: parts.one("cancellation-policy-icon") !== null,
    has_no_prepayment: parts.one("prepayment-policy-icon") !== null,
  });
}

/** The property's own address, which names it and may have its id and its room. */
function linkIn(parts: ReturnType<typeof namedParts>, origin: string) {
  const href = linkOf(parts.one("title-link"), origin);
  const url = href === null ? null : new URL(href);
  const [, countryCode = null, alias = null] =
    /\/hotel\/([a-z]{2})\/([^/]+?)(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html$/.exec(url?.pathname ?? "") ?? [];
  return { url, countryCode, alias };
}

const cityIn = (address: string | null, district: string | null): string | null =>
  district ? cleanText(address?.slice(district.length).replace(/^\s*[,،、]/, "")) : address;

/** From the accessible text ("4 out of 5") of the stars or the box around them; otherwise the number drawn. */
function starsOf(stars: Element): number | null {
  const spoken = attributeOf("aria-label", stars) ?? attributeOf("aria-label", parentOf(stars)) ?? "";
  const [, read] = /(\d(?:[.,]\d)?)\D+5\b/.exec(spoken) ?? [];
  const drawn = () => all("svg", stars).length || elementsOf(stars).length;
  return zeroIsNone(read ? localNumber(read) : drawn());
}

const blockIn = (url: URL | null): string | null =>
  ["matching_block_id", "highlighted_blocks", "all_sr_blocks"]
    .map((name) => url?.searchParams.get(name))
    .find(Boolean) ?? null;

const nightsIn = (url: URL | null): number | null => {
  const [checkin, checkout] = ["checkin", "checkout"].map((name) => url?.searchParams.get(name));
  return checkin && checkout ? nightsBetween(checkin, checkout) : null;
};

const nightsRequested = ({ checkin, checkout }: Requested) =>
  checkin && checkout ? nightsBetween(checkin, checkout) : null;

/** The score, in accessible and displayed form, adjacent or nested; then the label and the number of reviews. */
function readReview(node: Element | null) {
  if (!node) return null;
  const parts = elementsOf(node);
  const scored = parts
    .map((part) =>
      visibleText(part)
        ?.match(/\d+(?:[.,]\d+)?/g)
        ?.at(-1),
    )
    .find((shown) => shown !== undefined);
  const [label, count] = elementsOf(parts.at(-1)).map((part) => visibleText(part));
  return ReviewScore.make({
    score: parts.length > 1 ? localNumber(scored ?? "") : null,
    label,
    review_count: toInteger(localNumber(count ?? "")),
  });
}

const BEACH = /beach|strand|plage|playa|spiaggia|praia|stranden|πλαζ|παραλία|пляж|plaż|ビーチ|海滩/i;

/** The line below the address, which is in its own box, or in a link within that box. */
const MAX_CLIMBS = 4;

function beachNear(place: Element | null, card: Element): string | null {
  let row = parentOf(place);
  for (let climbs = 0; row && row !== card && climbs < MAX_CLIMBS; climbs++, row = parentOf(row)) {
    const text = visibleText(nextElement(row));
    if (text && BEACH.test(text) && (climbs === 0 || /^\d/.test(text))) return text;
  }
  return null;
}

const largestImage = (image: Element | null, mediaOrigin: string): string | null =>
  absoluteUrl(largestOf(srcsetOf(attributeOf("srcset", image))) ?? attributeOf("src", image), mediaOrigin);

const afterPlus = (charges: string | null): string | null =>
  charges?.includes("+") ? charges.slice(charges.indexOf("+") + 1) : null;

/** The struck-out price is beside the current one, at most two boxes further out. */
function struckOut(total: Element): string | null {
  let box = parentOf(total);
  for (let level = 0; level < 3 && box; level++, box = parentOf(box)) {
    if (/^(availability|property-card)/.test(testId(box) ?? "")) return null;
    const other = all('span[aria-hidden="true"]:not([data-testid])', box).find(
      (part) => part !== total && isStruckOut(part),
    );
    if (other) return visibleText(other);
  }
  return null;
}

const isStruckOut = (part: Element): boolean => /\d/.test(visibleText(part) ?? "") && one("svg", part) === null;
