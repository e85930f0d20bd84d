import { keysOf } from "../../../source-kit/source.ts";
import activities from "./activities.json" with { type: "json" };
import { type Basis, type Code, codesFrom, likeness, publicCode, published, seen } from "./code.ts";
import facilities from "./facility-codes.json" with { type: "json" };

/** Facilities of the property. */
const propertyFacilityCodes = codesFrom(facilities.property);

/** Facilities of the room. */
const roomFacilityCodes = codesFrom(facilities.room);

/** Things to do are facilities of the property under the same ids; these two have their own names. */
const known: Readonly<Record<string, Code>> = {
  ...propertyFacilityCodes,
  spa_and_wellness_center: seen(54),
  live_music: likeness(410, "Live music/performance"),
};

const activityCodes = Object.fromEntries(activities.map((value) => [value, known[value]!]));

const propertyTypeCodes = {
  apartment: seen(201),
  hostel: seen(203),
  hotel: seen(204),
  motel: published(205),
  resort: seen(206),
  bed_and_breakfast: seen(208),
  ryokan: published(209),
  farm_stay: seen(210),
  resort_village: seen(212, "Holiday parks"),
  villa: seen(213),
  campground: seen(214, "Campsites"),
  boat: seen(215),
  guest_house: seen(216),
  // The published table calls 219 aparthotels; 229, its condos, would break the order that every other value keeps.
  condo_hotel: publicCode(219, "Aparthotels"),
  vacation_home: seen(220, "Holiday homes"),
  lodge: seen(221),
  homestay: seen(222),
  country_house: seen(223),
  luxury_tent: seen(224),
  capsule_hotel: published(225),
  love_hotel: published(226),
  riad: published(227),
  chalet: seen(228),
  economy_hotel: published(231),
  cruise: published(234),
  student_accommodation: published(235),
};

const starRatingCodes = {
  "1": seen(1),
  "2": seen(2),
  "3": seen(3),
  "4": seen(4),
  "5": seen(5),
};

const reviewScoreCodes = {
  pleasant_6: seen(60),
  good_7: seen(70),
  very_good_8: seen(80),
  wonderful_9: seen(90),
};

const mealPlanCodes = {
  breakfast_included: seen(1),
  all_meals_included: publicCode(3),
  all_inclusive: publicCode(4),
  breakfast_and_lunch: publicCode(8),
  breakfast_and_dinner: publicCode(9),
  kitchen_amenities: seen(999),
};

const bedTypeCodes = {
  twin_beds: seen(2),
  double_bed: seen(3),
  queen_bed: seen(5),
  king_bed: seen(6),
};

const travelGroupCodes = {
  pet_friendly: seen(1),
  adults_only: seen(2),
  lgbtq_friendly: seen(4),
};

const bookingPolicyCodes = {
  free_cancellation: seen(2),
  book_without_credit_card: publicCode(4),
  no_prepayment: publicCode(5),
};

const paymentOptionCodes = { online_payments: seen(101), apple_pay: seen(102) };

const propertyAccessibilityCodes = {
  toilet_with_grab_rails: seen(186),
  raised_toilet: seen(187),
  lowered_sink: seen(188),
  bathroom_emergency_cord: seen(189),
  visual_aids_braille: publicCode(211),
  visual_aids_tactile_signs: publicCode(212),
  auditory_guidance: seen(213),
};

const roomAccessibilityCodes = {
  ground_floor_unit: seen(131),
  upper_floors_by_elevator: seen(132),
  entire_unit_wheelchair_accessible: seen(134),
  toilet_with_grab_rails: seen(147),
  adapted_bath: seen(148),
  roll_in_shower: seen(149),
  walk_in_shower: seen(150),
  raised_toilet: seen(151),
  lower_sink: seen(152),
  bathroom_emergency_cord: seen(153),
  shower_chair: seen(154),
};

/** One list of the request: the key of the site's filter, and its code for each value. */
export interface FilterList {
  readonly key: string;
  readonly codes: Readonly<Record<string, Code>>;
}

/** Every enum that becomes a filter, by the field of the request, in the request's order. */
export const filterLists = {
  min_review_score: { key: "review_score", codes: reviewScoreCodes },
  property_types: { key: "ht_id", codes: propertyTypeCodes },
  star_ratings: { key: "class", codes: starRatingCodes },
  meal_plans: { key: "mealplan", codes: mealPlanCodes },
  bed_types: { key: "tdb", codes: bedTypeCodes },
  travel_groups: { key: "stay_type", codes: travelGroupCodes },
  booking_policies: { key: "fc", codes: bookingPolicyCodes },
  payment_options: { key: "pmt", codes: paymentOptionCodes },
  property_amenities: { key: "hotelfacility", codes: propertyFacilityCodes },
  room_amenities: { key: "roomfacility", codes: roomFacilityCodes },
  activities: { key: "popular_activities", codes: activityCodes },
  property_accessibility: { key: "accessible_facilities", codes: propertyAccessibilityCodes },
  room_accessibility: { key: "accessible_room_facilities", codes: roomAccessibilityCodes },
} as const satisfies Record<string, FilterList>;

export type FilterField = keyof typeof filterLists;

/** The valid values of a request field, in the contract's order: those with a row in the table. */
export const filterValues = <Field extends FilterField>(field: Field) =>
  keysOf<(typeof filterLists)[Field]["codes"]>(filterLists[field].codes);

/** A filter that is not a list of values: its key, and the evidence for it. `words` are searched for if there is no key. */
export interface PlainFilter {
  readonly key: string | null;
  readonly basis: Basis;
  readonly words: string;
}

/** The number of the request is the code. */
export const numberFilters = {
  max_distance_from_center_meters: { key: "distance", basis: "seen", words: "distance from center" },
  min_bedrooms: { key: "entire_place_bedroom_count", basis: "seen", words: "bedrooms" },
  min_beds: { key: null, basis: "unknown", words: "beds" },
  min_bathrooms: { key: "min_bathrooms", basis: "seen", words: "bathrooms" },
} as const satisfies Record<string, PlainFilter>;

/** Both ends of the nightly price in one filter: `price=EUR-50-200-1`, an open end as `min` or `max`. */
export const priceFilter = { key: "price", basis: "public code", words: "price" } as const satisfies PlainFilter;

/** Identifiers of the site, unchanged. */
export const idFilters = {
  district_ids: { key: "di", basis: "seen", words: "district" },
  landmark_ids: { key: "popular_nearby_landmarks", basis: "seen", words: "landmark" },
  brand_ids: { key: "chaincode", basis: "seen", words: "brand" },
  city_ids: { key: "uf", basis: "inferred", words: "city" },
  sub_destination_ids: { key: "top_destinations", basis: "inferred", words: "destination" },
} as const satisfies Record<string, PlainFilter>;

/** Switches; some have different codes for searches with and without dates. */
export const flagFilters = {
  entire_homes_only: { key: "privacy_type", code: "3", basis: "seen", words: "entire homes and apartments" },
  available_only: { key: "oos", code: "1", basis: "public code", words: "show available properties" },
  sustainability_certified: {
    key: "SustainablePropertyLevelFilter",
    code: "4",
    basis: "seen",
    words: "sustainability certification",
  },
  highly_rated_breakfast: { key: null, code: null, basis: "unknown", words: "highly rated breakfast" },
} as const satisfies Record<string, PlainFilter & { code: string | null }>;

export const ENTIRE_HOMES_WITHOUT_DATES = { key: "privacy_type_no_date", code: "4" } as const;
