import { asObjects, at, isObject } from "../../../source-kit/json.ts";
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

/** Values that a row does not have itself. */
export interface Surroundings {
  origin: string;
  mediaOrigin: string;
  nights: number | null;
}

/** One result of the site as a record; null for a row without an id, which is not a property. */
export function readResult(row: unknown, context: Surroundings): HotelCardRecord | null {
  const basic = at(row, "basicPropertyData");
  const id = () => toInteger(at(basic, "id"));
  if (id() === null) return null;
  const alias = () => cleanText(at(basic, "pageName"));
  const address = at(basic, "location");
  const countryCode = () => cleanText(at(address, "countryCode"));
  const stars = at(basic, "starRating");
  const place = at(row, "location");
  const displayLocation = () => cleanText(at(place, "displayLocation"));
  const prices = at(row, "priceDisplayInfoIrene");
  const total = () => readAmount(at(prices, "displayPrice", "amountPerStay"));
  const [offer] = asObjects(at(row, "blocks"));
  const units = at(row, "matchingUnitConfigurations");
  const [unit] = asObjects(at(units, "unitConfigurations"));
  const common = at(units, "commonConfiguration") ?? unit;
  const area = at(common, "localizedArea") ?? at(unit, "localizedArea");
  const policies = at(row, "policies");
  const sustainability = at(row, "propertySustainability");
  return HotelCard.make({
    id: () => id()!,
    alias,
    country_code: countryCode,
    name: () => cleanText(at(row, "displayName", "text")),
    url: () => propertyUrl(context.origin, countryCode(), alias()),
    accommodation_type_id: () => zeroIsNone(toInteger(at(basic, "accommodationTypeId"))),
    star_rating: () => zeroIsNone(toNumber(at(stars, "value"))),
    star_rating_symbol: () => cleanText(at(stars, "symbol")),
    review: () => readReview(at(basic, "reviews") ?? at(basic, "reviewScore")),
    address: () => cleanText(at(address, "address")),
    city: () => cleanText(at(address, "city")),
    destination_id: () => zeroIsNone(toInteger(at(basic, "ufi"))),
    latitude: () => toNumber(at(address, "latitude")),
    longitude: () => toNumber(at(address, "longitude")),
    display_location: displayLocation,
    district: () => districtIn(displayLocation()) ?? cleanText(at(place, "popularFreeDistrictName")),
    distance_from_center: () => cleanText(at(place, "mainDistance")),
    public_transport: () => cleanText(at(place, "publicTransportDistanceDescription")),
    beach_distance: () => cleanText(at(place, "beachDistance")),
    is_centrally_located: () => toBoolean(at(place, "isCentrallyLocated")),
    image: () => largestPhoto(at(basic, "photos", "main"), context.mediaOrigin),
    price: total,
    price_per_night: () => readAmount(at(prices, "averagePricePerNight")) ?? perNight(total(), context.nights),
    price_before_discount: () => readAmount(at(prices, "priceBeforeDiscount", "amountPerStay")),
    excluded_charges: () => readAmount(at(prices, "excludedCharges", "excludeChargesAggregated", "amountPerStay")),
    room_id: () => zeroIsNone(toInteger(at(offer, "blockId", "roomId"))) ?? zeroIsNone(toInteger(at(unit, "unitId"))),
    room_name: () => cleanText(at(unit, "name")) ?? cleanText(at(common, "name")),
    bedroom_count: () => toInteger(at(common, "nbBedrooms")),
    bathroom_count: () => toInteger(at(common, "nbBathrooms")),
    bed_count: () => toInteger(at(common, "nbAllBeds")),
    kitchen_count: () => toInteger(at(common, "nbKitchens")),
    living_room_count: () => toInteger(at(common, "nbLivingrooms")),
    area: () => parseAmount(at(area, "localizedArea")),
    area_unit: () => cleanText(at(area, "unit")),
    meal_plan: () => cleanText(at(row, "mealPlanIncluded", "text")),
    free_cancellation_until: () => parseMoment(at(offer, "freeCancellationUntil")),
    availability_message: () => cleanText(at(offer, "onlyXLeftMessage", "translation")),
    has_free_cancellation: () => toBoolean(at(policies, "showFreeCancellation")),
    has_no_prepayment: () => toBoolean(at(policies, "showNoPrepayment")),
    allows_pets_for_free: () => toBoolean(at(policies, "showPetsAllowedForFree")),
    is_sustainable: () => toBoolean(at(sustainability, "isSustainable")),
    sustainability_certifications: () =>
      asObjects(at(sustainability, "certifications"))
        .map((certification) => cleanText(at(certification, "name")))
        .filter((name) => name !== null),
    host_trader_label: () => cleanText(at(row, "hostTraderLabel")),
  });
}

export const propertyUrl = (origin: string, countryCode: string | null, alias: string | null): string | null =>
  countryCode && alias ? `${origin}/hotel/${countryCode}/${alias}.html` : null;

/** "Omonoia, Athens" is a district and its city; a city alone has no district. */
export const districtIn = (displayLocation: string | null): string | null =>
  /^(.+?)\s*[,،、]\s*\S/.exec(displayLocation ?? "")?.[1] ?? null;

/** The two forms name the same things differently. */
function readReview(node: unknown): ReviewRecord | null {
  if (!isObject(node)) return null;
  const count = toInteger(at(node, "reviewsCount") ?? at(node, "reviewCount"));
  const score = toNumber(at(node, "totalScore") ?? at(node, "score"));
  return {
    "@type": "StaysReviewScore",
    score: count === 0 ? null : zeroIsNone(score),
    review_count: count,
    label: cleanText(at(node, "totalScoreTextTag", "translation")),
  };
}

/** The site's named sizes, largest first; the JPEG of each size, which every program can show. */
const PHOTOS = ["highResJpegUrl", "highResUrl", "lowResJpegUrl", "lowResUrl"];

function largestPhoto(photo: unknown, mediaOrigin: string): string | null {
  for (const name of PHOTOS) {
    const path = at(photo, name, "relativeUrl");
    if (typeof path !== "string" || path === "") continue;
    return /^\/[^/]/.test(path) ? mediaOrigin + path : absoluteUrl(path, mediaOrigin);
  }
  return null;
}

/** The site writes a missing amount as 0, with or without a currency. */
function readAmount(node: unknown): PriceRecord | null {
  const exact = at(node, "amountUnformatted");
  const formatted = cleanText(at(node, "amount"));
  const amount = zeroIsNone(exact === undefined ? parseAmount(formatted) : toNumber(exact));
  if (amount === null) return null;
  return { "@type": "StaysPrice", amount, currency: cleanText(at(node, "currency")), formatted };
}

export function perNight(total: PriceRecord | null, nights: number | null): PriceRecord | null {
  if (!total || total.amount === null || !nights) return null;
  return { "@type": "StaysPrice", amount: total.amount / nights, currency: total.currency, formatted: null };
}
