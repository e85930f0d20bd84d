import { isObject } from "../../../source-kit/json.ts";
import {
  absoluteUrl,
  cleanText,
  parseAmount,
  parseMoment,
  toBoolean,
  toInteger,
  toNumber,
  zeroIsNone,
} from "../../../source-kit/values.ts";
import { HotelCard, type HotelCardRecord, type PriceRecord, type ReviewRecord } from "./hotel-card.ts";
import { blockItems, type Get, type SearchBlock } from "./search-block.ts";

/** Values that a row does not have itself. */
export interface Surroundings {
  origin: string;
  mediaOrigin: string;
  nights: number | null;
}

/** One result of the site as a record; null for a row without an id, which is not a property. */
export function readResult(row: unknown, block: SearchBlock, context: Surroundings): HotelCardRecord | null {
  const { get } = block;
  const basic = get(row, "basicPropertyData");
  const id = () => toInteger(get(basic, "id"));
  if (id() === null) return null;
  const alias = () => cleanText(get(basic, "pageName"));
  const address = get(basic, "location");
  const countryCode = () => cleanText(get(address, "countryCode"));
  const stars = get(basic, "starRating");
  const place = get(row, "location");
  const displayLocation = () => cleanText(get(place, "displayLocation"));
  const prices = get(row, "priceDisplayInfoIrene");
  const total = () => readAmount(get(get(prices, "displayPrice"), "amountPerStay"), block);
  const [offer] = blockItems(block, row, "blocks");
  const units = get(row, "matchingUnitConfigurations");
  const [unit] = blockItems(block, units, "unitConfigurations");
  const common = get(units, "commonConfiguration") ?? unit;
  const area = get(common, "localizedArea") ?? get(unit, "localizedArea");
  const policies = get(row, "policies");
  const sustainability = get(row, "propertySustainability");
  return HotelCard.make({
    id: () => id()!,
    alias,
    country_code: countryCode,
    name: () => cleanText(get(get(row, "displayName"), "text")),
    url: () => propertyUrl(context.origin, countryCode(), alias()),
    accommodation_type_id: () => zeroIsNone(toInteger(get(basic, "accommodationTypeId"))),
    star_rating: () => zeroIsNone(toNumber(get(stars, "value"))),
    star_rating_symbol: () => cleanText(get(stars, "symbol")),
    review: () => readReview(get(basic, "reviews") ?? get(basic, "reviewScore"), block),
    address: () => cleanText(get(address, "address")),
    city: () => cleanText(get(address, "city")),
    destination_id: () => zeroIsNone(toInteger(get(basic, "ufi"))),
    latitude: () => toNumber(get(address, "latitude")),
    longitude: () => toNumber(get(address, "longitude")),
    display_location: displayLocation,
    district: () => districtIn(displayLocation()) ?? cleanText(get(place, "popularFreeDistrictName")),
    distance_from_center: () => cleanText(get(place, "mainDistance")),
    public_transport: () => cleanText(get(place, "publicTransportDistanceDescription")),
    beach_distance: () => cleanText(get(place, "beachDistance")),
    is_centrally_located: () => toBoolean(get(place, "isCentrallyLocated")),
    image: () => largestPhoto(get(get(basic, "photos"), "main"), get, context.mediaOrigin),
    price: total,
    price_per_night: () => readAmount(get(prices, "averagePricePerNight"), block) ?? perNight(total(), context.nights),
    price_before_discount: () => readAmount(get(get(prices, "priceBeforeDiscount"), "amountPerStay"), block),
    excluded_charges: () =>
      readAmount(get(get(get(prices, "excludedCharges"), "excludeChargesAggregated"), "amountPerStay"), block),
    room_id: () =>
      zeroIsNone(toInteger(get(get(offer, "blockId"), "roomId"))) ?? zeroIsNone(toInteger(get(unit, "unitId"))),
    room_name: () => cleanText(get(unit, "name")) ?? cleanText(get(common, "name")),
    bedroom_count: () => toInteger(get(common, "nbBedrooms")),
    bathroom_count: () => toInteger(get(common, "nbBathrooms")),
    bed_count: () => toInteger(get(common, "nbAllBeds")),
    kitchen_count: () => toInteger(get(common, "nbKitchens")),
    living_room_count: () => toInteger(get(common, "nbLivingrooms")),
    area: () => parseAmount(get(area, "localizedArea")),
    area_unit: () => cleanText(get(area, "unit")),
    meal_plan: () => cleanText(get(get(row, "mealPlanIncluded"), "text")),
    free_cancellation_until: () => parseMoment(get(offer, "freeCancellationUntil")),
    availability_message: () => cleanText(get(get(offer, "onlyXLeftMessage"), "translation")),
    has_free_cancellation: () => toBoolean(get(policies, "showFreeCancellation")),
    has_no_prepayment: () => toBoolean(get(policies, "showNoPrepayment")),
    allows_pets_for_free: () => toBoolean(get(policies, "showPetsAllowedForFree")),
    is_sustainable: () => toBoolean(get(sustainability, "isSustainable")),
    sustainability_certifications: () =>
      blockItems(block, sustainability, "certifications")
        .map((certification) => cleanText(get(certification, "name")))
        .filter((name) => name !== null),
    host_trader_label: () => cleanText(get(row, "hostTraderLabel")),
  });
}

export const propertyUrl = (origin: string, countryCode: string | null, alias: string | null): string | null =>
  countryCode && alias ? `${origin}/hotel/${countryCode}/${alias}.html` : null;

/** "Omonoia, Athens" is a district and its city; a city alone has no district. */
export const districtIn = (displayLocation: string | null): string | null =>
  /^(.+?)\s*[,،、]\s*\S/.exec(displayLocation ?? "")?.[1] ?? null;

/** The two forms name the same things differently. */
function readReview(node: unknown, { get }: SearchBlock): ReviewRecord | null {
  if (!isObject(node)) return null;
  const count = toInteger(get(node, "reviewsCount") ?? get(node, "reviewCount"));
  const score = toNumber(get(node, "totalScore") ?? get(node, "score"));
  return {
    "@type": "StaysReviewScore",
    score: count === 0 ? null : zeroIsNone(score),
    review_count: count,
    label: cleanText(get(get(node, "totalScoreTextTag"), "translation")),
  };
}

/** The site's named sizes, largest first; the JPEG of each size, which every program can show. */
const PHOTOS = ["highResJpegUrl", "highResUrl", "lowResJpegUrl", "lowResUrl"];

function largestPhoto(photo: unknown, get: Get, mediaOrigin: string): string | null {
  for (const name of PHOTOS) {
    const path = get(get(photo, name), "relativeUrl");
    if (typeof path !== "string" || path === "") continue;
    return /^\/[^/]/.test(path) ? mediaOrigin + path : absoluteUrl(path, mediaOrigin);
  }
  return null;
}

/** The site writes a missing amount as 0, with or without a currency. */
function readAmount(node: unknown, { get }: SearchBlock): PriceRecord | null {
  const exact = get(node, "amountUnformatted");
  const formatted = cleanText(get(node, "amount"));
  const amount = zeroIsNone(exact === undefined ? parseAmount(formatted) : toNumber(exact));
  if (amount === null) return null;
  return { "@type": "StaysPrice", amount, currency: cleanText(get(node, "currency")), formatted };
}

export function perNight(total: PriceRecord | null, nights: number | null): PriceRecord | null {
  if (!total || total.amount === null || !nights) return null;
  return { "@type": "StaysPrice", amount: total.amount / nights, currency: total.currency, formatted: null };
}
