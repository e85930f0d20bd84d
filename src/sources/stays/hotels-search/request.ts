import {
  countField,
  date,
  defineRequest,
  flagField,
  items,
  listOf,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../../../contract/fields.ts";
import { fedBy } from "../../../contract/lookup.ts";
import { DESTINATIONS, FILTERS } from "../lookups.ts";
import * as lists from "./vocabulary.ts";

const atLeastOne = (description: string) => orNull(wholeField({ description, minimum: 1 }));
const PLACES = { operation: DESTINATIONS, label: ["label"], along: ["language"] };

/** What the destination can be narrowed by, all at once. */
const offered = (parameter: string, field: "id" | "value") => ({
  operation: FILTERS,
  ...{ field, label: ["label"], search: null, where: { parameter }, results: "property_count" },
  along: ["destination", "destination_id", "destination_type", "checkin", "checkout", "language", "currency"],
});

const ids = (parameter: string, description: string) =>
  fedBy(offered(parameter, "id"), listOf(items.whole(), { description: `${description}, by the site's ids.` }));

/** A closed list; a destination knows some of it. */
const values = <const V extends readonly string[]>(parameter: string, list: V, description: string) =>
  fedBy(offered(parameter, "value"), listOf(items.oneOf(list), { description }));

export const placeFields = {
  destination: fedBy(
    { ...PLACES, field: "name" },
    orNull(
      textField({ description: "Destination text, or `latitude,longitude`.", minLength: 1, examples: ["Lisbon"] }),
    ),
  ),
  destination_id: fedBy(
    { ...PLACES, field: "id", also: { destination_type: "destination_type" } },
    orNull(wholeField({ description: "The site's ID of the destination; overrides `destination`." })),
  ),
  destination_type: orNull(
    oneOf(lists.destinationTypes, { description: "Type of `destination_id`; CITY if not given." }),
  ),
};

export const stayFields = {
  checkin: orNull(date({ description: "Arrival date; requires `checkout`." })),
  checkout: orNull(date({ description: "Departure date; requires `checkin`." })),
};

export const localeFields = {
  currency: oneOf(lists.currencies, { description: "Currency of the prices.", default: "USD" }),
  language: oneOf(lists.languages, { description: "Language of names and texts.", default: "en-us" }),
};

export const HotelsSearch = defineRequest("StaysHotelsSearch", {
  count: countField(),
  timeout: timeoutField,
  ...placeFields,
  ...stayFields,
  adults: wholeField({ description: "Adults.", minimum: 1, maximum: 30, default: 2 }),
  children_ages: listOf(items.whole({ minimum: 0, maximum: 17 }), { description: "Age of each child.", maxItems: 10 }),
  rooms: wholeField({ description: "Rooms.", minimum: 1, maximum: 30, default: 1 }),
  ...localeFields,
  sort: oneOf(lists.sorts, { description: "Order of the results.", default: "top_picks" }),
  min_review_score: orNull(oneOf(lists.minReviewScores, { description: "Lowest review score." })),
  min_price_per_night: orNull(wholeField({ description: "Lowest price per night, in `currency`.", minimum: 0 })),
  max_price_per_night: orNull(wholeField({ description: "Highest price per night, in `currency`.", minimum: 0 })),
  property_types: values("property_types", lists.propertyTypes, "Property types."),
  entire_homes_only: flagField({ description: "Only entire homes and apartments.", default: false }),
  star_ratings: values("star_ratings", lists.starRatings, "Star ratings."),
  meal_plans: values("meal_plans", lists.mealPlans, "Meal plans."),
  bed_types: values("bed_types", lists.bedTypes, "Bed types."),
  travel_groups: values("travel_groups", lists.travelGroups, "Travel groups."),
  booking_policies: values("booking_policies", lists.bookingPolicies, "Booking policies."),
  payment_options: values("payment_options", lists.paymentOptions, "Ways to pay."),
  property_amenities: values("property_amenities", lists.propertyAmenities, "Facilities of the property."),
  room_amenities: values("room_amenities", lists.roomAmenities, "Facilities of the room."),
  activities: values("activities", lists.activities, "Activities."),
  property_accessibility: values(
    "property_accessibility",
    lists.propertyAccessibility,
    "Accessibility of the property.",
  ),
  room_accessibility: values("room_accessibility", lists.roomAccessibility, "Accessibility of the room."),
  available_only: flagField({ description: "Only properties with rooms available on the dates.", default: false }),
  sustainability_certified: flagField({
    description: "Only properties with a sustainability certification.",
    default: false,
  }),
  highly_rated_breakfast: flagField({
    description: "Only properties with a highly rated breakfast.",
    default: false,
  }),
  max_distance_from_center_meters: atLeastOne("Longest distance from the centre, in metres."),
  min_bedrooms: atLeastOne("Fewest bedrooms."),
  min_beds: atLeastOne("Fewest beds."),
  min_bathrooms: atLeastOne("Fewest bathrooms."),
  district_ids: ids("district_ids", "Districts"),
  landmark_ids: ids("landmark_ids", "Landmarks"),
  brand_ids: ids("brand_ids", "Chains"),
  city_ids: ids("city_ids", "Cities"),
  sub_destination_ids: listOf(items.whole(), {
    description: "Destinations inside the destination, by the site's ids.",
  }),
});
