import {
  countField,
  date,
  defineRequest,
  flag,
  items,
  listOf,
  oneOf,
  orNull,
  text,
  timeoutField,
  whole,
} from "../../../contract/fields.ts";
import * as lists from "./vocabulary.ts";

const atLeastOne = (description: string) => orNull(whole({ description, minimum: 1 }));
const ids = (description: string) => listOf(items.whole(), { description });

export const placeFields = {
  destination: orNull(
    text({ description: "Destination text, or `latitude,longitude`.", minLength: 1, examples: ["Lisbon"] }),
  ),
  destination_id: orNull(
    whole({
      description:
        "The site's identifier of the destination (`/api/stays/destinations/search` finds it); wins over `destination`.",
    }),
  ),
  destination_type: orNull(
    oneOf(lists.destinationTypes, { description: "Kind of `destination_id`; CITY unless given." }),
  ),
};

export const stayFields = {
  checkin: orNull(date({ description: "First night; with `checkout` or not at all." })),
  checkout: orNull(date({ description: "Day of departure." })),
};

export const localeFields = {
  currency: oneOf(lists.currencies, { description: "Currency of the prices.", default: "USD" }),
  language: oneOf(lists.languages, { description: "Language of the texts.", default: "en-us" }),
};

export const HotelsSearch = defineRequest("StaysHotelsSearch", {
  count: countField(),
  timeout: timeoutField,
  ...placeFields,
  ...stayFields,
  adults: whole({ description: "Adults.", minimum: 1, maximum: 30, default: 2 }),
  children_ages: listOf(items.whole({ minimum: 0, maximum: 17 }), { description: "Age of each child.", maxItems: 10 }),
  rooms: whole({ description: "Rooms.", minimum: 1, maximum: 30, default: 1 }),
  ...localeFields,
  sort: oneOf(lists.sorts, { description: "Order of the results.", default: "top_picks" }),
  min_review_score: orNull(oneOf(lists.minReviewScores, { description: "Lowest review score." })),
  min_price_per_night: orNull(whole({ description: "Lowest price a night, in `currency`.", minimum: 0 })),
  max_price_per_night: orNull(whole({ description: "Highest price a night, in `currency`.", minimum: 0 })),
  property_types: listOf(items.oneOf(lists.propertyTypes), { description: "Kinds of property." }),
  entire_homes_only: flag({ description: "Only entire homes and apartments.", default: false }),
  star_ratings: listOf(items.oneOf(lists.starRatings), { description: "Star ratings." }),
  meal_plans: listOf(items.oneOf(lists.mealPlans), { description: "Meals." }),
  bed_types: listOf(items.oneOf(lists.bedTypes), { description: "Beds." }),
  travel_groups: listOf(items.oneOf(lists.travelGroups), { description: "Travel groups." }),
  booking_policies: listOf(items.oneOf(lists.bookingPolicies), { description: "Reservation policies." }),
  payment_options: listOf(items.oneOf(lists.paymentOptions), { description: "Ways to pay." }),
  property_amenities: listOf(items.oneOf(lists.propertyAmenities), { description: "Facilities of the property." }),
  room_amenities: listOf(items.oneOf(lists.roomAmenities), { description: "Facilities of the room." }),
  activities: listOf(items.oneOf(lists.activities), { description: "Fun things to do." }),
  property_accessibility: listOf(items.oneOf(lists.propertyAccessibility), {
    description: "Accessibility of the property.",
  }),
  room_accessibility: listOf(items.oneOf(lists.roomAccessibility), { description: "Accessibility of the room." }),
  available_only: flag({ description: "Only properties with rooms on the dates.", default: false }),
  sustainability_certified: flag({
    description: "Only properties with a sustainability certification.",
    default: false,
  }),
  highly_rated_breakfast: flag({ description: "Only properties whose breakfast is highly rated.", default: false }),
  max_distance_from_center_meters: atLeastOne("Greatest distance from the centre, in metres."),
  min_bedrooms: atLeastOne("Fewest bedrooms."),
  min_beds: atLeastOne("Fewest beds."),
  min_bathrooms: atLeastOne("Fewest bathrooms."),
  district_ids: ids("Districts, by the site's ids: `/api/stays/filters` lists them."),
  landmark_ids: ids("Landmarks, by the site's ids: `/api/stays/filters` lists them."),
  brand_ids: ids("Chains, by the site's ids: `/api/stays/filters` lists them."),
  city_ids: ids("Cities, by the site's ids: `/api/stays/filters` lists them."),
  sub_destination_ids: ids("Destinations inside the destination, by the site's ids."),
});
