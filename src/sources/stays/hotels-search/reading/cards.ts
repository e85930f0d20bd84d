import { isTag } from "domhandler";
import { Unreadable } from "../../../../contract/errors.ts";
import type { ReadingContext } from "../../../../contract/site.ts";
import { absoluteUrl, cleanText, wholeOf, zeroIsNone } from "../../../../contract/values.ts";
import {
  all,
  attributeOf,
  type Document,
  type Element,
  nextElement,
  one,
  parseHtml,
  textOf,
} from "../../../../source-kit/html.ts";
import { nightsBetween } from "../dates.ts";
import { hotelCard, reviewScore } from "../record.ts";
import { localNumber } from "./local-number.ts";
import { readMoney } from "./money.ts";
import { districtIn, type HotelCardRecord, perNight, propertyUrl } from "./result.ts";
import type { Asked, SearchReading } from "./search-reading.ts";
import { type SiteFilter, type SiteFilters, splitId } from "./site-filters.ts";
import { readUnitWords } from "./unit-words.ts";

const byTestId = (id: string) => `[data-testid="${id}"]`;

/** A page as a browser shows it: what the cards say, where the data that they were made from is gone. */
export function readCards(page: string, asked: Asked, context: ReadingContext): SearchReading {
  const document = parseHtml(page);
  const cards = all(byTestId("property-card"), document);
  const records = cards.map((card) => readCard(card, asked, context)).filter((record) => record !== null);
  if (cards.length > 0 && records.length === 0) throw new Unreadable("cards without links to their properties");
  const sorter = attributeOf("data-selected-sorter", one("[data-selected-sorter]", document));
  return {
    records,
    total: totalIn(document),
    perPage: null,
    echo: {
      language: attributeOf("lang", one("html", document)),
      currency: null,
      offset: null,
      dates: undefined,
      sorters: sorter ? [sorter] : [],
      adults: null,
      rooms: null,
      children: null,
    },
    filters: () => filtersIn(document),
  };
}

/** The heading is read out with the number of all properties, those around the destination counted in. */
function totalIn(document: Document): number | null {
  const heading = one("h1", document);
  const spoken = heading?.attribs["aria-label"] ?? textOf(heading);
  const number = /[:：]\s*(\d[\d.,\s]*)/.exec(spoken ?? "")?.[1] ?? /\d[\d.,\s]*/.exec(spoken ?? "")?.[0];
  return number ? localNumber(number) : null;
}

function filtersIn(document: Document): SiteFilters {
  const offered: SiteFilter[] = [];
  const applied = new Set<string>();
  const names = new Map<string, string>();
  for (const item of all("[data-filters-item]", document)) {
    const box = one('input[type="checkbox"]', item);
    const label = textOf(one(byTestId("filters-group-label-content"), item));
    const id = box?.attribs.name ?? "";
    if (!box || !label || !id.includes("=")) continue;
    const [key, code] = splitId(id);
    offered.push({ key, code, label, count: countIn(box) });
    names.set(id, label);
    if ("checked" in box.attribs) applied.add(id);
  }
  for (const chosen of all('[data-testid^="filter:"]', document)) {
    applied.add(chosen.attribs["data-testid"]!.slice("filter:".length));
  }
  return { offered, applied, names };
}

/** A box is read out with its number: "Apartments: 103 properties". */
function countIn(box: Element): number | null {
  const spoken = /:\s*(\d[\d.,\s]*)\D*$/.exec(attributeOf("aria-label", box) ?? "")?.[1];
  return spoken ? localNumber(spoken) : null;
}

const ADDRESS = [byTestId("address-text"), byTestId("address-link"), byTestId("address")].join(", ");

function readCard(card: Element, asked: Asked, context: ReadingContext): HotelCardRecord | null {
  const link = one(byTestId("title-link"), card)?.attribs.href ?? "";
  const href = absoluteUrl(link, context.origin);
  const url = href === null ? null : new URL(href);
  const [, countryCode = null, alias = null] =
    /\/hotel\/([a-z]{2})\/([^/]+?)(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html$/.exec(url?.pathname ?? "") ?? [];
  const roomId = zeroIsNone(wholeOf(blockIn(url)?.split("_")[0]));
  // A room's id is its property's with two digits more; without dates the link has no room.
  const named = [url?.searchParams.get("hotel_id"), card.attribs["data-hotelid"], card.attribs["data-hotel-id"]];
  const id = named.map(wholeOf).find(Boolean) ?? (roomId && Math.trunc(roomId / 100));
  // A saved page without dates may name its properties by their addresses alone: its records have no id, and live the
  // coverage guard refuses them.
  if (!id && !alias) return null;
  const address = textOf(one(ADDRESS, card));
  const district = districtIn(address);
  const stars = one('[data-testid^="rating-"]', card);
  const unit = one(byTestId("recommended-units"), card) ?? one('[data-testid^="availability-"]', card);
  return hotelCard({
    id: id as number,
    alias,
    country_code: countryCode,
    name: textOf(one(byTestId("title"), card)),
    url: propertyUrl(context.origin, countryCode, alias),
    star_rating: stars && starsOf(stars),
    star_rating_symbol: stars && (stars.attribs["data-testid"] === "rating-stars" ? "STARS" : "TILES"),
    review: readReview(one(byTestId("review-score"), card)),
    city: district ? cleanText(address!.slice(district.length).replace(/^\s*[,،、]/, "")) : address,
    display_location: address,
    district,
    distance_from_center: textOf(one(byTestId("distance"), card)),
    beach_distance: beachIn(card),
    image: largestImage(one(byTestId("image"), card), context.originOf("media")),
    ...readPrices(card, asked, nightsIn(url) ?? nightsAsked(asked)),
    room_id: roomId,
    room_name: textOf(unit && one("h4", unit)),
    ...readUnitWords(unit && one(byTestId("property-card-unit-configuration"), unit)),
    has_free_cancellation: one(byTestId("cancellation-policy-icon"), card) !== null,
    has_no_prepayment: one(byTestId("prepayment-policy-icon"), card) !== null,
  });
}

/** As read out ("4 out of 5"), on the stars or on the box around them; else as many as are drawn. */
function starsOf(stars: Element): number | null {
  const around = stars.parent && isTag(stars.parent) ? stars.parent : null;
  const spoken = stars.attribs["aria-label"] ?? around?.attribs["aria-label"] ?? "";
  const [, read] = /(\d(?:[.,]\d)?)\D+5\b/.exec(spoken) ?? [];
  return zeroIsNone(read ? localNumber(read) : all("svg", stars).length || stars.children.filter(isTag).length);
}

const blockIn = (url: URL | null): string | null =>
  ["matching_block_id", "highlighted_blocks", "all_sr_blocks"]
    .map((name) => url?.searchParams.get(name))
    .find(Boolean) ?? null;

const nightsIn = (url: URL | null): number | null => {
  const [checkin, checkout] = ["checkin", "checkout"].map((name) => url?.searchParams.get(name));
  return checkin && checkout ? nightsBetween(checkin, checkout) : null;
};

const nightsAsked = ({ checkin, checkout }: Asked) => (checkin && checkout ? nightsBetween(checkin, checkout) : null);

/** The score, read out and shown, beside each other or one in the other; then the label and the number of reviews. */
function readReview(node: Element | null) {
  if (!node) return null;
  const parts = node.children.filter(isTag);
  const scored = parts
    .map((part) =>
      textOf(part)
        ?.match(/\d+(?:[.,]\d+)?/g)
        ?.at(-1),
    )
    .find((shown) => shown !== undefined);
  const [label, count] = (parts.at(-1)?.children ?? []).filter(isTag).map((part) => textOf(part));
  return reviewScore({
    score: parts.length > 1 ? localNumber(scored ?? "") : null,
    label,
    review_count: wholeOf(localNumber(count ?? "")),
  });
}

const BEACH = /beach|strand|plage|playa|spiaggia|praia|stranden|πλαζ|παραλία|пляж|plaż|ビーチ|海滩/i;

/** The line below the address, which stands in a box of its own, or in a link within that box. */
const MOST_CLIMBS = 4;

function beachIn(card: Element): string | null {
  let row = one(ADDRESS, card)?.parent ?? null;
  for (let climbs = 0; row && isTag(row) && row !== card && climbs < MOST_CLIMBS; climbs++, row = row.parent) {
    const text = textOf(nextElement(row));
    if (text && BEACH.test(text) && (climbs === 0 || /^\d/.test(text))) return text;
  }
  return null;
}

function largestImage(image: Element | null, mediaOrigin: string): string | null {
  const { src, srcset } = image?.attribs ?? {};
  const sized = (srcset ?? "").split(/,\s+/).map((entry) => {
    const [address, size] = entry.trim().split(/\s+/);
    return { address, size: Number.parseFloat(size ?? "1") };
  });
  const largest = sized.sort((a, b) => b.size - a.size)[0];
  return absoluteUrl(largest?.address || src, mediaOrigin);
}

function readPrices(card: Element, { currency }: Asked, nights: number | null) {
  const shown = all(byTestId("price-and-discounted-price"), card);
  const total = shown.at(-1) ?? null;
  const price = readMoney(textOf(total), currency);
  const nightly = shown.length > 1 ? readMoney(textOf(shown[0]!), currency) : null;
  const taxes = textOf(one(byTestId("taxes-and-charges"), card));
  return {
    price,
    price_per_night: nightly ?? perNight(price, nights),
    price_before_discount: total && readMoney(struckOut(total), currency),
    excluded_charges: taxes?.includes("+") ? readMoney(taxes.slice(taxes.indexOf("+") + 1), currency) : null,
  };
}

/** The price that was struck out stands beside the one that is asked, at most two boxes further out. */
function struckOut(total: Element): string | null {
  let box = total.parent;
  for (let level = 0; level < 3 && box && isTag(box); level++, box = box.parent) {
    if (/^(availability|property-card)/.test(box.attribs["data-testid"] ?? "")) return null;
    const other = all('span[aria-hidden="true"]', box).find(
      (span) => span !== total && !span.attribs["data-testid"] && /\d/.test(textOf(span) ?? "") && !one("svg", span),
    );
    if (other) return textOf(other);
  }
  return null;
}
