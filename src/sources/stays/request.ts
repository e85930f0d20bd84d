import type { Static } from "../../source-kit/record.ts";
import {
  countField,
  date,
  defineRequest,
  fedBy,
  flagField,
  items,
  listOf,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../../source-kit/request.ts";
import { type FilterField, filterValues } from "./filters/filter-codes.ts";
import { sorts } from "./sorting.ts";

/** The operations that find a destination and its filters. */
export const DESTINATIONS = "/api/stays/destinations/search";
export const FILTERS = "/api/stays/filters";

/** The enums of the contract that are not filters, in its order. */

export const destinationTypes = [
  "CITY",
  "REGION",
  "DISTRICT",
  "COUNTRY",
  "AIRPORT",
  "LANDMARK",
  "HOTEL",
  "THEME",
  "LATLONG",
] as const;

const codes = (text: string): string[] => text.trim().split(/\s+/);

export const currencies = codes(`
  AED AMD ARS AUD AZN BDT BGN BHD BRL BYN CAD CHF CLP CNY COP CZK DKK EGP EUR FJD GBP GEL GHS HKD HUF IDR ILS
  INR ISK JOD JPY KGS KRW KWD KZT LAK LKR MAD MDL MXN MYR NAD NGN NOK NZD OMR PHP PKR PLN QAR RON RSD RUB SAR
  SEK SGD THB TND TRY TWD UAH USD UZS VND XOF XPF ZAR
`);

export const languages = codes(`
  ar bg ca cs da de el en-gb en-us es es-ar es-mx et fi fr he hi hr hu id is it ja ko lt lv ms nl no pl pt-br
  pt-pt ro ru sk sl sr sv th tl tr uk vi zh-cn zh-tw
`);

const atLeastOne = (description: string) => orNull(wholeField({ description, minimum: 1 }));
const PLACES = { operation: DESTINATIONS, label: ["label"], along: ["language"] };

/** All filters of the destination. */
const offered = (parameter: string, field: "id" | "value") => ({
  operation: FILTERS,
  field,
  label: ["label"],
  search: null,
  where: { parameter },
  results: "property_count",
  along: ["destination", "destination_id", "destination_type", "checkin", "checkout", "language", "currency"],
});

const ids = (parameter: string, description: string) =>
  fedBy(offered(parameter, "id"), listOf(items.whole(), { description: `${description}, by the site's ids.` }));

/** An enum, of which a destination supports some values. */
const values = <Field extends FilterField>(field: Field, description: string) =>
  fedBy(offered(field, "value"), listOf(items.oneOf(filterValues(field)), { description }));

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
  destination_type: orNull(oneOf(destinationTypes, { description: "Type of `destination_id`; CITY if not given." })),
};

export const stayFields = {
  checkin: orNull(date({ description: "Arrival date; requires `checkout`." })),
  checkout: orNull(date({ description: "Departure date; requires `checkin`." })),
};

export const localeFields = {
  currency: oneOf(currencies, { description: "Currency of the prices.", default: "USD" }),
  language: oneOf(languages, { description: "Language of names and texts.", default: "en-us" }),
};

export const HotelsSearch = defineRequest(
  "StaysHotelsSearch",
  {
    count: countField(),
    timeout: timeoutField,
    ...placeFields,
    ...stayFields,
    adults: wholeField({ description: "Adults.", minimum: 1, maximum: 30, default: 2 }),
    children_ages: listOf(items.whole({ minimum: 0, maximum: 17 }), {
      description: "Age of each child.",
      maxItems: 10,
    }),
    rooms: wholeField({ description: "Rooms.", minimum: 1, maximum: 30, default: 1 }),
    ...localeFields,
    sort: oneOf(sorts, { description: "Order of the results.", default: "top_picks" }),
    min_review_score: orNull(oneOf(filterValues("min_review_score"), { description: "Lowest review score." })),
    min_price_per_night: orNull(wholeField({ description: "Lowest price per night, in `currency`.", minimum: 0 })),
    max_price_per_night: orNull(wholeField({ description: "Highest price per night, in `currency`.", minimum: 0 })),
    property_types: values("property_types", "Property types."),
    entire_homes_only: flagField({ description: "Only entire homes and apartments.", default: false }),
    star_ratings: values("star_ratings", "Star ratings."),
    meal_plans: values("meal_plans", "Meal plans."),
    bed_types: values("bed_types", "Bed types."),
    travel_groups: values("travel_groups", "Travel groups."),
    booking_policies: values("booking_policies", "Booking policies."),
    payment_options: values("payment_options", "Ways to pay."),
    property_amenities: values("property_amenities", "Facilities of the property."),
    room_amenities: values("room_amenities", "Facilities of the room."),
    activities: values("activities", "Activities."),
    property_accessibility: values("property_accessibility", "Accessibility of the property."),
    room_accessibility: values("room_accessibility", "Accessibility of the room."),
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
  },
  { oneOf: ["destination", "destination_id"], together: ["checkin", "checkout"] },
);

export type Request = Static<typeof HotelsSearch>;

const notFilters = "count timeout adults children_ages rooms sort"
  .split(" ")
  .concat(Object.keys({ ...placeFields, ...stayFields, ...localeFields }));

/** The fields that narrow the search. */
export const filterFields = Object.keys(HotelsSearch.properties).filter((field) => !notFilters.includes(field));
