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

export const ReviewScore = defineRecord("StaysReviewScore", { score: decimal(), review_count: whole(), label: text() });
export const Price = defineRecord("StaysPrice", {
  amount: decimal(),
  currency: text(),
  formatted: text({ description: "The site's own formatting." }),
});

export const HotelCard = defineRecord("StaysHotelCard", {
  id: filled(required(whole())),
  alias: filled(text()),
  country_code: text(),
  name: filled(text()),
  url: filled(text()),
  accommodation_type_id: whole(),
  star_rating: decimal(),
  star_rating_symbol: text(),
  review: sub(ReviewScore),
  address: text(),
  city: text(),
  destination_id: whole(),
  latitude: decimal(),
  longitude: decimal(),
  display_location: text(),
  district: text(),
  distance_from_center: text(),
  public_transport: text(),
  beach_distance: text(),
  is_centrally_located: flag(),
  image: filled(text()),
  price: sub(Price, { description: "Total for the stay." }),
  price_per_night: sub(Price),
  price_before_discount: sub(Price),
  excluded_charges: sub(Price),
  room_id: whole(),
  room_name: text(),
  bedroom_count: whole(),
  bathroom_count: whole(),
  bed_count: whole(),
  kitchen_count: whole(),
  living_room_count: whole(),
  area: decimal(),
  area_unit: text(),
  meal_plan: text(),
  free_cancellation_until: text(),
  availability_message: text(),
  has_free_cancellation: flag(),
  has_no_prepayment: flag(),
  allows_pets_for_free: flag(),
  is_sustainable: flag(),
  sustainability_certifications: texts(),
  host_trader_label: text(),
});

export const hotelCard = recordMaker(HotelCard);
export const reviewScore = recordMaker(ReviewScore);
export const price = recordMaker(Price);
