import { absoluteUrl, cleanText, flagOf, numberOf, wholeOf, zeroIsNone } from "../../../../contract/values.ts";
import { hotelCard, price, reviewScore } from "../record.ts";
import { localNumber } from "./local-number.ts";
import { isNode, listOfNodes, type Reach } from "./store.ts";

export type HotelCardRecord = ReturnType<typeof hotelCard>;
type PriceRecord = ReturnType<typeof price>;

/** What a row does not say itself. */
export interface Surroundings {
  origin: string;
  mediaOrigin: string;
  nights: number | null;
}

/** One result of the site as a record; null for a row without an id, which is no property. */
export function readResult(row: unknown, reach: Reach, around: Surroundings): HotelCardRecord | null {
  const basic = reach(row, "basicPropertyData");
  const id = wholeOf(reach(basic, "id"));
  if (id === null) return null;
  const alias = cleanText(reach(basic, "pageName"));
  const countryCode = cleanText(reach(basic, "location", "countryCode"));
  const place = reach(row, "location");
  const displayLocation = cleanText(reach(place, "displayLocation"));
  return hotelCard({
    id,
    alias,
    country_code: countryCode,
    name: cleanText(reach(row, "displayName", "text")),
    url: propertyUrl(around.origin, countryCode, alias),
    accommodation_type_id: zeroIsNone(wholeOf(reach(basic, "accommodationTypeId"))),
    star_rating: zeroIsNone(numberOf(reach(basic, "starRating", "value"))),
    star_rating_symbol: cleanText(reach(basic, "starRating", "symbol")),
    review: readReview(reach(basic, "reviews") ?? reach(basic, "reviewScore"), reach),
    address: cleanText(reach(basic, "location", "address")),
    city: cleanText(reach(basic, "location", "city")),
    destination_id: zeroIsNone(wholeOf(reach(basic, "ufi"))),
    latitude: numberOf(reach(basic, "location", "latitude")),
    longitude: numberOf(reach(basic, "location", "longitude")),
    display_location: displayLocation,
    district: districtIn(displayLocation) ?? cleanText(reach(place, "popularFreeDistrictName")),
    distance_from_center: cleanText(reach(place, "mainDistance")),
    public_transport: cleanText(reach(place, "publicTransportDistanceDescription")),
    beach_distance: cleanText(reach(place, "beachDistance")),
    is_centrally_located: flagOf(reach(place, "isCentrallyLocated")),
    image: largestPhoto(reach(basic, "photos", "main"), reach, around.mediaOrigin),
    ...readPrices(reach(row, "priceDisplayInfoIrene"), reach, around.nights),
    ...readUnit(row, reach),
    meal_plan: cleanText(reach(row, "mealPlanIncluded", "text")),
    has_free_cancellation: flagOf(reach(row, "policies", "showFreeCancellation")),
    has_no_prepayment: flagOf(reach(row, "policies", "showNoPrepayment")),
    allows_pets_for_free: flagOf(reach(row, "policies", "showPetsAllowedForFree")),
    is_sustainable: flagOf(reach(row, "propertySustainability", "isSustainable")),
    sustainability_certifications: listOfNodes(reach(row, "propertySustainability", "certifications"))
      .map((certification) => cleanText(reach(certification, "name")))
      .filter((name) => name !== null),
    host_trader_label: cleanText(reach(row, "hostTraderLabel")),
  });
}

export const propertyUrl = (origin: string, countryCode: string | null, alias: string | null): string | null =>
  countryCode && alias ? `${origin}/hotel/${countryCode}/${alias}.html` : null;

/** "Omonoia, Athens" is a district and its city; a city alone has no district. */
export const districtIn = (displayLocation: string | null): string | null =>
  /^(.+?)\s*[,،、]\s*\S/.exec(displayLocation ?? "")?.[1] ?? null;

/** The two forms name the same things differently. */
function readReview(node: unknown, reach: Reach) {
  if (!isNode(node)) return null;
  const count = wholeOf(reach(node, "reviewsCount") ?? reach(node, "reviewCount"));
  const score = numberOf(reach(node, "totalScore") ?? reach(node, "score"));
  return reviewScore({
    score: count === 0 ? null : zeroIsNone(score),
    review_count: count,
    label: cleanText(reach(node, "totalScoreTextTag", "translation")),
  });
}

const SIZE = /\/(?:square|max|landmark|crop)?(\d{2,4})(?:x\d+)?\//;

function largestPhoto(photo: unknown, reach: Reach, mediaOrigin: string): string | null {
  if (!isNode(photo)) return null;
  let best: { path: string; rank: number } | null = null;
  for (const key of Object.keys(photo)) {
    const path = reach(photo, key, "relativeUrl") ?? reach(photo, key, "absoluteUrl");
    if (typeof path !== "string" || path === "") continue;
    const size = Number(SIZE.exec(path)?.[1] ?? 0);
    // Of one size the JPEG is taken, which every program can show.
    const rank = size * 2 + (/\.jpe?g(\?|$)/i.test(path) ? 1 : 0);
    if (!best || rank > best.rank) best = { path, rank };
  }
  return best && absoluteUrl(best.path, mediaOrigin);
}

function readPrices(info: unknown, reach: Reach, nights: number | null) {
  const total = readAmount(reach(info, "displayPrice", "amountPerStay"), reach);
  return {
    price: total,
    price_per_night: readAmount(reach(info, "averagePricePerNight"), reach) ?? perNight(total, nights),
    price_before_discount: readAmount(reach(info, "priceBeforeDiscount", "amountPerStay"), reach),
    excluded_charges: readAmount(reach(info, "excludedCharges", "excludeChargesAggregated", "amountPerStay"), reach),
  };
}

/** An amount of 0, with or without a currency, is how the site says that there is none. */
function readAmount(node: unknown, reach: Reach): PriceRecord | null {
  const amount = zeroIsNone(numberOf(reach(node, "amountUnformatted")));
  if (amount === null) return null;
  return price({
    amount,
    currency: cleanText(reach(node, "currency")),
    formatted: cleanText(reach(node, "amount")),
  });
}

export function perNight(total: PriceRecord | null, nights: number | null): PriceRecord | null {
  if (!total || total.amount === null || !nights) return null;
  return price({ amount: total.amount / nights, currency: total.currency });
}

function readUnit(row: unknown, reach: Reach) {
  const [first] = listOfNodes(reach(row, "matchingUnitConfigurations", "unitConfigurations"));
  const common = reach(row, "matchingUnitConfigurations", "commonConfiguration") ?? first;
  const [block] = listOfNodes(reach(row, "blocks"));
  const area = reach(common, "localizedArea") ?? reach(first, "localizedArea");
  const size = reach(area, "localizedArea");
  return {
    room_id: zeroIsNone(wholeOf(reach(block, "blockId", "roomId"))) ?? zeroIsNone(wholeOf(reach(first, "unitId"))),
    room_name: cleanText(reach(first, "name")) ?? cleanText(reach(common, "name")),
    bedroom_count: wholeOf(reach(common, "nbBedrooms")),
    bathroom_count: wholeOf(reach(common, "nbBathrooms")),
    bed_count: wholeOf(reach(common, "nbAllBeds")),
    kitchen_count: wholeOf(reach(common, "nbKitchens")),
    living_room_count: wholeOf(reach(common, "nbLivingrooms")),
    area: typeof size === "string" ? localNumber(size) : numberOf(size),
    area_unit: cleanText(reach(area, "unit")),
    free_cancellation_until: cleanText(reach(block, "freeCancellationUntil")),
    availability_message: cleanText(reach(block, "onlyXLeftMessage", "translation")),
  };
}
