import { decimal, flag, jsonRecord, moment, type Static, sub, text, texts, whole } from "../../../source-kit/record.ts";

export const ReviewScore = jsonRecord("StaysReviewScore", {
  score: decimal().meaning("Average of the guests' scores, out of 10; null if there are no reviews."),
  review_count: whole().meaning("Number of reviews."),
  label: text().meaning("The score in a word, such as `Exceptional`, in the requested language."),
});

export const Price = jsonRecord("StaysPrice", {
  amount: decimal().meaning("Amount in `currency`, as the site sends it, not rounded."),
  currency: text().meaning("ISO 4217 code of the currency."),
  formatted: text().meaning("The site's own formatting; null if Winnow computed the amount."),
});

/** A property of a search. `result.ts` and `cards.ts` read its rows, in which references have to be followed. */
export const HotelCard = jsonRecord("StaysHotelCard", {
  id: whole().filled("always").meaning("The site's ID of the property."),
  alias: text().filled("usually").meaning("Name of the property in its URL."),
  country_code: text().meaning("ISO 3166 code of the country, two small letters."),
  name: text().filled("usually").meaning("Name of the property."),
  url: text().filled("usually").meaning("URL of the property's page."),
  accommodation_type_id: whole().meaning(
    "The site's ID of the property type, such as 201 for apartments and 204 for hotels.",
  ),
  star_rating: decimal().meaning("Stars, 1 to 5; null if the property has none."),
  star_rating_symbol: text().meaning("Symbol with which the site shows the rating: STARS, TILES or NONE."),
  review: sub(ReviewScore).meaning("The guests' score; null if the site shows none."),
  address: text().meaning("Street address."),
  city: text().meaning("City."),
  destination_id: whole().meaning("The site's ID of the city: a value for `destination_id`."),
  latitude: decimal().meaning("Latitude in degrees."),
  longitude: decimal().meaning("Longitude in degrees."),
  display_location: text().meaning("District and city, as the card shows them."),
  district: text().meaning("District; null if the card names only the city."),
  distance_from_center: text().meaning("Distance from the centre, in the site's words and the requested language."),
  public_transport: text().meaning("Distance from public transport, in the site's words."),
  beach_distance: text().meaning("Distance from the beach, in the site's words."),
  is_centrally_located: flag().meaning("Whether the site calls the location central."),
  image: text().filled("usually").meaning("URL of the main photo, in the largest size offered."),
  price: sub(Price).meaning("Total for the stay; null without dates."),
  price_per_night: sub(Price).meaning("Average per night: the total over the nights if the site sends none."),
  price_before_discount: sub(Price).meaning("Total for the stay before the discount; null if there is none."),
  excluded_charges: sub(Price).meaning("Taxes and charges for the stay that `price` does not include."),
  room_id: whole().meaning("The site's ID of the offered room; null without dates."),
  room_name: text().meaning("Name of the offered room; null without dates."),
  bedroom_count: whole().meaning("Bedrooms of the offered unit."),
  bathroom_count: whole().meaning("Bathrooms of the offered unit."),
  bed_count: whole().meaning("Beds of the offered unit."),
  kitchen_count: whole().meaning("Kitchens of the offered unit."),
  living_room_count: whole().meaning("Living rooms of the offered unit."),
  area: decimal().meaning("Size of the offered unit, in `area_unit`."),
  area_unit: text().meaning("Unit of `area`, as the site writes it: `ft²` or `m²`."),
  meal_plan: text().meaning("Meals included in the price, in the site's words."),
  free_cancellation_until: moment().meaning("ISO 8601 time until which cancelling is free."),
  availability_message: text().meaning("The site's note on how many rooms are left."),
  has_free_cancellation: flag().meaning("Whether the offered room can be cancelled free of charge."),
  has_no_prepayment: flag().meaning("Whether the offered room needs no prepayment."),
  allows_pets_for_free: flag().meaning("Whether pets stay free of charge."),
  is_sustainable: flag().meaning("Whether the site marks the property as sustainable."),
  sustainability_certifications: texts().meaning("Names of the property's sustainability certificates."),
  host_trader_label: text().meaning("PROFESSIONAL or PRIVATE: the kind of host."),
});

export type HotelCardRecord = Static<typeof HotelCard>;
export type PriceRecord = Static<typeof Price>;
export type ReviewRecord = Static<typeof ReviewScore>;
