import { describe, expect, test } from "vitest";
import { districtIn, perNight, propertyUrl, readResult } from "./result.ts";

type Json = Record<string, any>;

/** A row with everything that the site was seen to send. */
const full = (): Json => ({
  basicPropertyData: {
    id: 41,
    pageName: "casa-azul",
    accommodationTypeId: 204,
    ufi: -2167973,
    location: { countryCode: "pt", address: "Rua 1", city: "Lisbon", latitude: 38.7, longitude: -9.1 },
    starRating: { value: 4, symbol: "STARS" },
    reviews: { reviewsCount: 120, totalScore: 8.4, totalScoreTextTag: { translation: "Very good" } },
    photos: { main: { highResJpegUrl: { relativeUrl: "/a.jpg" } } },
  },
  displayName: { text: "Casa Azul" },
  location: {
    displayLocation: "Baixa, Lisbon",
    popularFreeDistrictName: "Alfama",
    mainDistance: "1 km from centre",
    publicTransportDistanceDescription: "Metro near",
    beachDistance: "2 km from beach",
    isCentrallyLocated: true,
  },
  priceDisplayInfoIrene: {
    displayPrice: { amountPerStay: { amountUnformatted: 300, amount: "€ 300", currency: "EUR" } },
    averagePricePerNight: { amountUnformatted: 101, amount: "€ 101", currency: "EUR" },
    priceBeforeDiscount: { amountPerStay: { amountUnformatted: 350, amount: "€ 350", currency: "EUR" } },
    excludedCharges: {
      excludeChargesAggregated: { amountPerStay: { amountUnformatted: 12, amount: "€ 12", currency: "EUR" } },
    },
  },
  blocks: [
    {
      blockId: { roomId: "4101" },
      freeCancellationUntil: "2027-01-01T00:00:00Z",
      onlyXLeftMessage: { translation: "Only 2 left" },
    },
    { blockId: { roomId: "4102" } },
  ],
  matchingUnitConfigurations: {
    commonConfiguration: {
      name: "Studio",
      nbBedrooms: 1,
      nbBathrooms: 2,
      nbAllBeds: 3,
      nbKitchens: 4,
      nbLivingrooms: 5,
      localizedArea: { localizedArea: "45", unit: "m²" },
    },
    unitConfigurations: [{ unitId: 4103, name: "Double Room", localizedArea: { localizedArea: 40, unit: "ft²" } }],
  },
  policies: { showFreeCancellation: true, showNoPrepayment: false, showPetsAllowedForFree: true },
  propertySustainability: { isSustainable: true, certifications: [{ name: "Green" }, { name: " " }, { name: "Leaf" }] },
  mealPlanIncluded: { text: "Breakfast included" },
  hostTraderLabel: "Managed by a company",
});

const AROUND = { origin: "https://site.example", mediaOrigin: "https://media.example", nights: 3 };
const read = (row: Json, context: Partial<typeof AROUND> | { nights: null } = {}) =>
  readResult(row, { ...AROUND, ...context });
const changed = (change: (row: Json) => unknown, context = {}) => {
  const row = full();
  change(row);
  return read(row, context);
};
const euros = (amount: number, formatted: string | null = `€ ${amount}`) => ({
  "@type": "StaysPrice",
  amount,
  currency: "EUR",
  formatted,
});

test("every field matches the row", () => {
  expect(read(full())).toEqual({
    "@type": "StaysHotelCard",
    id: 41,
    alias: "casa-azul",
    country_code: "pt",
    name: "Casa Azul",
    url: "https://site.example/hotel/pt/casa-azul.html",
    accommodation_type_id: 204,
    star_rating: 4,
    star_rating_symbol: "STARS",
    review: { "@type": "StaysReviewScore", score: 8.4, review_count: 120, label: "Very good" },
    address: "Rua 1",
    city: "Lisbon",
    destination_id: -2167973,
    latitude: 38.7,
    longitude: -9.1,
    display_location: "Baixa, Lisbon",
    district: "Baixa",
    distance_from_center: "1 km from centre",
    public_transport: "Metro near",
    beach_distance: "2 km from beach",
    is_centrally_located: true,
    image: "https://media.example/a.jpg",
    price: euros(300),
    price_per_night: euros(101),
    price_before_discount: euros(350),
    excluded_charges: euros(12),
    room_id: 4101,
    room_name: "Double Room",
    bedroom_count: 1,
    bathroom_count: 2,
    bed_count: 3,
    kitchen_count: 4,
    living_room_count: 5,
    area: 45,
    area_unit: "m²",
    meal_plan: "Breakfast included",
    free_cancellation_until: "2027-01-01T00:00:00Z",
    availability_message: "Only 2 left",
    has_free_cancellation: true,
    has_no_prepayment: false,
    allows_pets_for_free: true,
    is_sustainable: true,
    sustainability_certifications: ["Green", "Leaf"],
    host_trader_label: "Managed by a company",
  });
});

test.each<[string, (row: Json) => unknown, Json]>([
  ["no offer: the unit's room", (row) => (row.blocks = []), { room_id: 4103, free_cancellation_until: null }],
  ["an offer without a room", (row) => (row.blocks[0].blockId.roomId = "0"), { room_id: 4103 }],
  [
    "units without a common configuration: the first of them",
    (row) => {
      row.matchingUnitConfigurations = { unitConfigurations: [{ name: "Suite", nbBedrooms: 7 }, { nbBedrooms: 9 }] };
    },
    { room_name: "Suite", bedroom_count: 7, area: null, room_id: 4101 },
  ],
  [
    "a unit without a name: the common one",
    (row) => delete row.matchingUnitConfigurations.unitConfigurations[0].name,
    { room_name: "Studio" },
  ],
  [
    "a common configuration without an area: the unit's",
    (row) => delete row.matchingUnitConfigurations.commonConfiguration.localizedArea,
    { area: 40, area_unit: "ft²" },
  ],
  ["no units", (row) => delete row.matchingUnitConfigurations, { room_name: null, bed_count: null, area_unit: null }],
  ["the other name of reviews", reviewsAsScore, { review: expect.objectContaining({ score: 9.1, review_count: 7 }) }],
  ["reviews that are no object", (row) => (row.basicPropertyData.reviews = 8), { review: null }],
  [
    "a score of 0",
    (row) => (row.basicPropertyData.reviews.totalScore = 0),
    { review: expect.objectContaining({ score: null, review_count: 120 }) },
  ],
  [
    "a score of nobody",
    (row) => (row.basicPropertyData.reviews.reviewsCount = 0),
    { review: expect.objectContaining({ score: null, review_count: 0 }) },
  ],
  [
    "a place without a district: the popular one",
    (row) => (row.location.displayLocation = "Lisbon"),
    { district: "Alfama" },
  ],
  [
    "no price of a night: worked out",
    (row) => delete row.priceDisplayInfoIrene.averagePricePerNight,
    { price_per_night: euros(100, null) },
  ],
  [
    "no price at all",
    (row) => delete row.priceDisplayInfoIrene,
    { price: null, price_per_night: null, excluded_charges: null },
  ],
  [
    "a price as text alone",
    (row) => delete row.priceDisplayInfoIrene.displayPrice.amountPerStay.amountUnformatted,
    { price: euros(300) },
  ],
  [
    "a price of null, which is none, whatever its text",
    (row) => (row.priceDisplayInfoIrene.displayPrice.amountPerStay.amountUnformatted = null),
    { price: null },
  ],
  ["no id of the type", (row) => (row.basicPropertyData.accommodationTypeId = 0), { accommodation_type_id: null }],
  [
    "no certifications",
    (row) => delete row.propertySustainability,
    { is_sustainable: null, sustainability_certifications: [] },
  ],
])("%s", (_, change, expected) => {
  expect(changed(change)).toMatchObject(expected);
});

function reviewsAsScore(row: Json): void {
  delete row.basicPropertyData.reviews;
  row.basicPropertyData.reviewScore = { reviewCount: 7, score: 9.1 };
}

test("a row without an id is not a property", () => {
  expect(changed((row) => delete row.basicPropertyData.id)).toBeNull();
});

describe("the picture", () => {
  const photo = (main: Json) => changed((row) => (row.basicPropertyData.photos.main = main))!.image;
  const sizes = ["highResJpegUrl", "highResUrl", "lowResJpegUrl", "lowResUrl"];

  test("the picture is the largest available, preferably a JPEG", () => {
    const main = Object.fromEntries(sizes.map((name) => [name, { relativeUrl: `/${name}` }]));
    for (const name of sizes) {
      expect(photo(main)).toBe(`https://media.example/${name}`);
      main[name] = { relativeUrl: "" };
    }
    expect(photo(main)).toBeNull();
    expect(photo({ highResUrl: { relativeUrl: 7 } })).toBeNull();
  });

  test.each([
    ["//other.example/a.jpg", "https://other.example/a.jpg"],
    ["https://other.example/a.jpg", "https://other.example/a.jpg"],
    ["a.jpg", "https://media.example/a.jpg"],
    ["/a.jpg", "https://media.example/a.jpg"],
  ])("at %s is %s", (relativeUrl, expected) => {
    expect(photo({ highResUrl: { relativeUrl } })).toBe(expected);
  });
});

test.each<[string | null, string | null]>([
  ["Baixa, Lisbon", "Baixa"],
  ["Baixa , Lisbon", "Baixa"],
  ["A, B, C", "A"],
  ["وسط المدينة، القاهرة", "وسط المدينة"],
  ["新宿、東京", "新宿"],
  ["Lisbon", null],
  ["Lisbon, ", null],
  [", Lisbon", null],
  ["", null],
  [null, null],
])("the district in %j is %j", (text, district) => {
  expect(districtIn(text)).toBe(district);
});

test("an address needs a country and a name; a nightly price needs an amount and nights", () => {
  expect(propertyUrl("https://x.example", "pt", "casa")).toBe("https://x.example/hotel/pt/casa.html");
  expect([propertyUrl("x", null, "casa"), propertyUrl("x", "pt", null), propertyUrl("x", "", "")]).toEqual([
    null,
    null,
    null,
  ]);
  const total = { "@type": "StaysPrice" as const, amount: 90, currency: "EUR", formatted: "€ 90" };
  expect(perNight(total, 3)).toEqual({ ...total, amount: 30, formatted: null });
  for (const nothing of [
    perNight(null, 3),
    perNight(total, null),
    perNight(total, 0),
    perNight({ ...total, amount: null }, 3),
  ])
    expect(nothing).toBeNull();
});
