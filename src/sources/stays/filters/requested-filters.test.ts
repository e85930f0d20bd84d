import { expect, test } from "vitest";
import { requestDefaults } from "../../../contract/canary.ts";
import operation from "../hotels-search.ts";
import type { Request } from "../request.ts";
import { requestedFilters } from "./requested-filters.ts";

const requested = (body: object) =>
  requestedFilters({ ...requestDefaults(operation), destination: "Lisbon", ...body } as Request);
const dates = { checkin: "2027-05-01", checkout: "2027-05-03" };
const filter = (over: object) => ({ kind: "value", isUnsure: false, ...over });

test("a request without filters has none", () => {
  expect(requested({})).toEqual([]);
  expect(requested(dates)).toEqual([]);
});

test.each<[object, object[]]>([
  [
    { min_review_score: "good_7" },
    [{ loc: ["min_review_score"], value: "good_7", key: "review_score", code: "70", labels: ["good 7"] }],
  ],
  [
    { star_ratings: ["5", "4"] },
    [
      { loc: ["star_ratings", 0], value: "5", key: "class", code: "5", labels: ["5"] },
      { loc: ["star_ratings", 1], value: "4", key: "class", code: "4", labels: ["4"] },
    ],
  ],
  [
    { property_amenities: ["parking", "pet_friendly", "playground"] },
    [
      { loc: ["property_amenities", 0], value: "parking", key: "hotelfacility", code: "2", labels: ["parking"] },
      {
        loc: ["property_amenities", 1],
        value: "pet_friendly",
        key: "hotelfacility",
        code: "4",
        labels: ["pet friendly", "Pets allowed"],
      },
      {
        loc: ["property_amenities", 2],
        value: "playground",
        key: "hotelfacility",
        code: "56",
        isUnsure: true,
        labels: ["playground", "Children's playground"],
      },
    ],
  ],
  // Prices are meaningful only with dates; both ends are one filter.
  [{ min_price_per_night: 50 }, []],
  [{ max_price_per_night: 50 }, []],
  [
    { ...dates, min_price_per_night: 50 },
    [
      {
        loc: ["min_price_per_night"],
        value: 50,
        kind: "number",
        key: "price",
        code: "USD-50-max-1",
        labels: ["price"],
      },
    ],
  ],
  [
    { ...dates, max_price_per_night: 90, currency: "EUR" },
    [
      {
        loc: ["max_price_per_night"],
        value: 90,
        kind: "number",
        key: "price",
        code: "EUR-min-90-1",
        labels: ["price"],
      },
    ],
  ],
  [
    { ...dates, min_price_per_night: 0, max_price_per_night: 90 },
    [{ loc: ["max_price_per_night"], value: 90, kind: "number", key: "price", code: "USD-0-90-1", labels: ["price"] }],
  ],
  [
    { max_distance_from_center_meters: 3_000, min_bedrooms: 2, min_beds: 3, min_bathrooms: 1 },
    [
      {
        loc: ["max_distance_from_center_meters"],
        value: 3_000,
        kind: "number",
        key: "distance",
        code: "3000",
        labels: ["distance from center"],
      },
      {
        loc: ["min_bedrooms"],
        value: 2,
        kind: "number",
        key: "entire_place_bedroom_count",
        code: "2",
        labels: ["bedrooms"],
      },
      { loc: ["min_beds"], value: 3, kind: "number", key: null, code: "3", labels: ["beds"] },
      { loc: ["min_bathrooms"], value: 1, kind: "number", key: "min_bathrooms", code: "1", labels: ["bathrooms"] },
    ],
  ],
  // Switches: availability needs dates, and homes have another code without them.
  [{ available_only: true }, []],
  [
    { ...dates, available_only: true },
    [{ loc: ["available_only"], value: true, key: "oos", code: "1", labels: ["show available properties"] }],
  ],
  [
    { entire_homes_only: true },
    [
      {
        loc: ["entire_homes_only"],
        value: true,
        key: "privacy_type_no_date",
        code: "4",
        labels: ["entire homes and apartments"],
      },
    ],
  ],
  [
    { ...dates, entire_homes_only: true, sustainability_certified: true, highly_rated_breakfast: true },
    [
      {
        loc: ["entire_homes_only"],
        value: true,
        key: "privacy_type",
        code: "3",
        labels: ["entire homes and apartments"],
      },
      {
        loc: ["sustainability_certified"],
        value: true,
        key: "SustainablePropertyLevelFilter",
        code: "4",
        labels: ["sustainability certification"],
      },
      {
        loc: ["highly_rated_breakfast"],
        value: true,
        key: null,
        code: null,
        labels: ["highly rated breakfast"],
      },
    ],
  ],
  [
    { district_ids: [7], landmark_ids: [8, 9], brand_ids: [10], city_ids: [-11], sub_destination_ids: [12] },
    [
      { loc: ["district_ids", 0], value: 7, kind: "id", key: "di", code: "7", labels: ["district"] },
      {
        loc: ["landmark_ids", 0],
        value: 8,
        kind: "id",
        key: "popular_nearby_landmarks",
        code: "8",
        labels: ["landmark"],
      },
      {
        loc: ["landmark_ids", 1],
        value: 9,
        kind: "id",
        key: "popular_nearby_landmarks",
        code: "9",
        labels: ["landmark"],
      },
      { loc: ["brand_ids", 0], value: 10, kind: "id", key: "chaincode", code: "10", labels: ["brand"] },
      { loc: ["city_ids", 0], value: -11, kind: "id", key: "uf", code: "-11", labels: ["city"] },
      {
        loc: ["sub_destination_ids", 0],
        value: 12,
        kind: "id",
        key: "top_destinations",
        code: "12",
        labels: ["destination"],
      },
    ],
  ],
])("%j is requested like this", (body, expected) => {
  expect(requested(body)).toEqual(expected.map(filter));
});
