import type * as lists from "../vocabulary.ts";
import { byOrder, type Code, type CodesOf, publicCode, seen, unknown } from "./code.ts";
import { activityCodes, propertyFacilityCodes, roomFacilityCodes } from "./facility-codes.ts";

const propertyTypeCodes: CodesOf<typeof lists.propertyTypes> = {
  apartment: seen(201),
  hostel: seen(203),
  hotel: seen(204),
  motel: publicCode(205),
  resort: seen(206),
  bed_and_breakfast: seen(208),
  // Public code says 218, which would break the ascending order that every other value keeps.
  ryokan: byOrder(209),
  farm_stay: seen(210),
  resort_village: seen(212),
  villa: seen(213),
  campground: seen(214),
  boat: seen(215),
  guest_house: seen(216),
  condo_hotel: publicCode(219),
  vacation_home: seen(220),
  lodge: seen(221),
  homestay: seen(222),
  country_house: seen(223),
  luxury_tent: seen(224),
  capsule_hotel: publicCode(225),
  love_hotel: publicCode(226),
  riad: byOrder(227),
  chalet: seen(228),
  economy_hotel: byOrder(229),
  cruise: unknown,
  student_accommodation: publicCode(235),
};

const starRatingCodes: CodesOf<typeof lists.starRatings> = {
  "1": seen(1),
  "2": seen(2),
  "3": seen(3),
  "4": seen(4),
  "5": seen(5),
};

const reviewScoreCodes: CodesOf<typeof lists.minReviewScores> = {
  pleasant_6: seen(60),
  good_7: seen(70),
  very_good_8: seen(80),
  wonderful_9: seen(90),
};

const mealPlanCodes: CodesOf<typeof lists.mealPlans> = {
  breakfast_included: seen(1),
  all_meals_included: publicCode(3),
  all_inclusive: publicCode(4),
  breakfast_and_lunch: byOrder(8),
  breakfast_and_dinner: publicCode(9),
  kitchen_amenities: seen(999),
};

const bedTypeCodes: CodesOf<typeof lists.bedTypes> = {
  twin_beds: seen(2),
  double_bed: seen(3),
  queen_bed: seen(5),
  king_bed: seen(6),
};

const travelGroupCodes: CodesOf<typeof lists.travelGroups> = {
  pet_friendly: seen(1),
  adults_only: seen(2),
  lgbtq_friendly: seen(4),
};

const bookingPolicyCodes: CodesOf<typeof lists.bookingPolicies> = {
  free_cancellation: seen(2),
  book_without_credit_card: publicCode(4),
  no_prepayment: publicCode(5),
};

const paymentOptionCodes: CodesOf<typeof lists.paymentOptions> = { online_payments: seen(101), apple_pay: seen(102) };

const propertyAccessibilityCodes: CodesOf<typeof lists.propertyAccessibility> = {
  toilet_with_grab_rails: seen(186),
  raised_toilet: seen(187),
  lowered_sink: seen(188),
  bathroom_emergency_cord: seen(189),
  visual_aids_braille: publicCode(211),
  visual_aids_tactile_signs: publicCode(212),
  auditory_guidance: seen(213),
};

const roomAccessibilityCodes: CodesOf<typeof lists.roomAccessibility> = {
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

/** Every closed list that becomes a filter, by the field of the request. The order is that of the request. */
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
