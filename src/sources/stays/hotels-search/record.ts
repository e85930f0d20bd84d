import {
  decimal,
  defineRecord,
  filled,
  flag,
  recordMaker,
  required,
  sub,
  text,
  texts,
  whole,
} from "../../../contract/record.ts";

export const ReviewScore = defineRecord("StaysReviewScore", {
  score: decimal("Average of the guests' scores, out of 10; null if there are no reviews."),
  review_count: whole("Number of reviews."),
  label: text("The score in a word, such as `Exceptional`, in the requested language."),
});

export const Price = defineRecord("StaysPrice", {
  amount: decimal("Amount in `currency`, as the site sends it, not rounded."),
  currency: text("ISO 4217 code of the currency."),
  formatted: text("The site's own formatting; null if Winnow computed the amount."),
});

export const HotelCard = defineRecord("StaysHotelCard", {
  id: filled(required(whole("The site's ID of the property."))),
  alias: filled(text("Name of the property in its URL.")),
  country_code: text("ISO 3166 code of the country, two small letters."),
  name: filled(text("Name of the property.")),
  url: filled(text("URL of the property's page.")),
  accommodation_type_id: whole("The site's ID of the property type, such as 201 for apartments and 204 for hotels."),
  star_rating: decimal("Stars, 1 to 5; null if the property has none."),
  star_rating_symbol: text("Symbol with which the site shows the rating: STARS, TILES or NONE."),
  review: sub(ReviewScore, "The guests' score; null if the site shows none."),
  address: text("Street address."),
  city: text("City."),
  destination_id: whole("The site's ID of the city: a value for `destination_id`."),
  latitude: decimal("Latitude in degrees."),
  longitude: decimal("Longitude in degrees."),
  display_location: text("District and city, as the card shows them."),
  district: text("District; null if the card names only the city."),
  distance_from_center: text("Distance from the centre, in the site's words and the requested language."),
  public_transport: text("Distance from public transport, in the site's words."),
  beach_distance: text("Distance from the beach, in the site's words."),
  is_centrally_located: flag("Whether the site calls the location central."),
  image: filled(text("URL of the main photo, in the largest size offered.")),
  price: sub(Price, "Total for the stay; null without dates."),
  price_per_night: sub(Price, "Average per night: the total over the nights if the site sends none."),
  price_before_discount: sub(Price, "Total for the stay before the discount; null if there is none."),
  excluded_charges: sub(Price, "Taxes and charges for the stay that `price` does not include."),
  room_id: whole("The site's ID of the offered room; null without dates."),
  room_name: text("Name of the offered room; null without dates."),
  bedroom_count: whole("Bedrooms of the offered unit."),
  bathroom_count: whole("Bathrooms of the offered unit."),
  bed_count: whole("Beds of the offered unit."),
  kitchen_count: whole("Kitchens of the offered unit."),
  living_room_count: whole("Living rooms of the offered unit."),
  area: decimal("Size of the offered unit, in `area_unit`."),
  area_unit: text("Unit of `area`, as the site writes it: `ft²` or `m²`."),
  meal_plan: text("Meals included in the price, in the site's words."),
  free_cancellation_until: text("ISO 8601 time until which cancelling is free."),
  availability_message: text("The site's note on how many rooms are left."),
  has_free_cancellation: flag("Whether the offered room can be cancelled free of charge."),
  has_no_prepayment: flag("Whether the offered room needs no prepayment."),
  allows_pets_for_free: flag("Whether pets stay free of charge."),
  is_sustainable: flag("Whether the site marks the property as sustainable."),
  sustainability_certifications: texts("Names of the property's sustainability certificates."),
  host_trader_label: text("PROFESSIONAL or PRIVATE: the kind of host."),
});

export const hotelCard = recordMaker(HotelCard);
export const reviewScore = recordMaker(ReviewScore);
export const price = recordMaker(Price);
