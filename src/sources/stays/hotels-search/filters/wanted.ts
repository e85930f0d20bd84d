import type { Static } from "typebox";
import type { HotelsSearch } from "../request.ts";
import { type Code, unknown } from "./code.ts";
import { type FilterField, filterLists } from "./filter-codes.ts";

export type Request = Static<typeof HotelsSearch>;

/** One filter of a request on its way to the site. */
export interface WantedFilter {
  /** Where in the body it stands. */
  loc: Array<string | number>;
  /** As the caller wrote it. */
  value: unknown;
  /** The key of the site's filter; null where the site's list must say. */
  key: string | null;
  code: string | null;
  /** False for a code that nobody has seen with its label. */
  isSure: boolean;
  /** English words to look for in the site's list where the code is not known. */
  words: string;
}

/** Every filter of the request, in the order of its fields. */
export function wantedFilters(request: Request): WantedFilter[] {
  return [...fromLists(request), ...fromNumbers(request), ...fromFlags(request), ...fromIds(request)];
}

function* fromLists(request: Request): Generator<WantedFilter> {
  for (const [field, { key, codes }] of Object.entries(filterLists)) {
    const given = request[field as FilterField];
    const values = typeof given === "string" ? [given] : (given ?? []);
    for (const [index, value] of values.entries()) {
      const { code, basis } = (codes as Record<string, Code>)[value] ?? unknown;
      const loc = Array.isArray(given) ? [field, index] : [field];
      yield { loc, value, key, code, isSure: basis === "seen", words: value.replaceAll("_", " ") };
    }
  }
}

function* fromNumbers(request: Request): Generator<WantedFilter> {
  const { min_price_per_night: min, max_price_per_night: max, currency } = request;
  if (min !== null || max !== null) {
    const loc = [max === null ? "min_price_per_night" : "max_price_per_night"];
    const code = `${currency}-${min ?? "min"}-${max ?? "max"}-1`;
    yield { loc, value: max ?? min, key: "price", code, isSure: true, words: "price" };
  }
  const numbers = [
    ["max_distance_from_center_meters", "distance", "distance from center"],
    ["min_bedrooms", "entire_place_bedroom_count", "bedrooms"],
    ["min_beds", null, "beds"],
    ["min_bathrooms", "min_bathrooms", "bathrooms"],
  ] as const;
  for (const [field, key, words] of numbers) {
    const value = request[field];
    if (value !== null) yield { loc: [field], value, key, code: String(value), isSure: true, words };
  }
}

function* fromFlags(request: Request): Generator<WantedFilter> {
  const hasDates = request.checkin !== null;
  const flags = [
    ["entire_homes_only", ...(hasDates ? ["privacy_type", "3"] : ["privacy_type_no_date", "4"]), "entire homes"],
    ["available_only", "oos", "1", "only show available properties"],
    ["sustainability_certified", "SustainablePropertyLevelFilter", "4", "sustainability certification"],
    ["highly_rated_breakfast", null, null, "highly rated breakfast"],
  ] as Array<[keyof Request & string, string | null, string | null, string]>;
  for (const [field, key, code, words] of flags) {
    if (request[field] === true) yield { loc: [field], value: true, key, code, isSure: true, words };
  }
}

function* fromIds(request: Request): Generator<WantedFilter> {
  const lists = [
    ["district_ids", "di"],
    ["landmark_ids", "popular_nearby_landmarks"],
    ["brand_ids", "chaincode"],
    ["city_ids", "uf"],
    ["sub_destination_ids", "top_destinations"],
  ] as const;
  for (const [field, key] of lists) {
    for (const [index, id] of request[field].entries()) {
      yield { loc: [field, index], value: id, key, code: String(id), isSure: true, words: String(id) };
    }
  }
}
