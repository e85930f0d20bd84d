// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { Operation } from "../operation.ts";

/** Lodging search. */
export interface Stays {
  /**
   * Hotels and other lodging in a destination: 5 credits per 25 results. 412 when the destination is not found.
   *
   * Properties in a destination with price and room for a stay, in the site's order. Without dates, prices are null. If the site does not offer or accept a filter, the request fails with 422 and names it: no filter is silently ignored.
   */
  hotelsSearch: Operation<StaysHotelsSearch, StaysHotelCard>;
  /**
   * Destinations by name, for a hotel search: 1 credit per request, free if nothing is found.
   *
   * Destinations that the site suggests for a text, in the site's order. Use `id` and `destination_type` as `destination_id` and `destination_type` of `/api/stays/hotels/search`. Search a country by its name. That the site gives up to 50 of them is inferred.
   */
  destinationsSearch: Operation<StaysDestinationsSearch, StaysDestination>;
  /**
   * Filters for a hotel search in a destination: 1 credit per request, free if nothing is found. 412 when the destination is not found.
   *
   * Filters that the site offers for a destination, as parameters of `/api/stays/hotels/search`: parameter, value or id, label, and number of matching properties. The site lists its usual filters for a destination; it may accept others too.
   */
  filters: Operation<StaysFilters, StaysFilter>;
}

export interface StaysHotelsSearch {
  /** Maximum number of records to return. */
  count: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** Destination text, or `latitude,longitude`. */
  destination?: string | null;
  /** The site's ID of the destination; overrides `destination`. */
  destination_id?: number | null;
  /** Type of `destination_id`; CITY if not given. */
  destination_type?: StaysHotelsSearchDestinationType | null;
  /** Arrival date; requires `checkout`. */
  checkin?: string | null;
  /** Departure date; requires `checkin`. */
  checkout?: string | null;
  /** Adults. Default 2. */
  adults?: number;
  /** Age of each child. */
  children_ages?: Array<number>;
  /** Rooms. Default 1. */
  rooms?: number;
  /** Currency of the prices. Default "USD". */
  currency?: StaysHotelsSearchCurrency;
  /** Language of names and texts. Default "en-us". */
  language?: StaysHotelsSearchLanguage;
  /** Order of the results. Default "top_picks". */
  sort?: StaysHotelsSearchSort;
  /** Lowest review score. */
  min_review_score?: "pleasant_6" | "good_7" | "very_good_8" | "wonderful_9" | null;
  /** Lowest price per night, in `currency`. */
  min_price_per_night?: number | null;
  /** Highest price per night, in `currency`. */
  max_price_per_night?: number | null;
  /** Property types. */
  property_types?: Array<StaysHotelsSearchPropertyTypes>;
  /** Only entire homes and apartments. Default false. */
  entire_homes_only?: boolean;
  /** Star ratings. */
  star_ratings?: Array<"1" | "2" | "3" | "4" | "5">;
  /** Meal plans. */
  meal_plans?: Array<"breakfast_included" | "all_meals_included" | "all_inclusive" | "breakfast_and_lunch" | "breakfast_and_dinner" | "kitchen_amenities">;
  /** Bed types. */
  bed_types?: Array<"twin_beds" | "double_bed" | "queen_bed" | "king_bed">;
  /** Travel groups. */
  travel_groups?: Array<"pet_friendly" | "adults_only" | "lgbtq_friendly">;
  /** Booking policies. */
  booking_policies?: Array<"free_cancellation" | "book_without_credit_card" | "no_prepayment">;
  /** Ways to pay. */
  payment_options?: Array<"online_payments" | "apple_pay">;
  /** Facilities of the property. */
  property_amenities?: Array<StaysHotelsSearchPropertyAmenities>;
  /** Facilities of the room. */
  room_amenities?: Array<StaysHotelsSearchRoomAmenities>;
  /** Activities. */
  activities?: Array<StaysHotelsSearchActivities>;
  /** Accessibility of the property. */
  property_accessibility?: Array<"toilet_with_grab_rails" | "raised_toilet" | "lowered_sink" | "bathroom_emergency_cord" | "visual_aids_braille" | "visual_aids_tactile_signs" | "auditory_guidance">;
  /** Accessibility of the room. */
  room_accessibility?: Array<StaysHotelsSearchRoomAccessibility>;
  /** Only properties with rooms available on the dates. Default false. */
  available_only?: boolean;
  /** Only properties with a sustainability certification. Default false. */
  sustainability_certified?: boolean;
  /** Only properties with a highly rated breakfast. Default false. */
  highly_rated_breakfast?: boolean;
  /** Longest distance from the centre, in metres. */
  max_distance_from_center_meters?: number | null;
  /** Fewest bedrooms. */
  min_bedrooms?: number | null;
  /** Fewest beds. */
  min_beds?: number | null;
  /** Fewest bathrooms. */
  min_bathrooms?: number | null;
  /** Districts, by the site's ids. */
  district_ids?: Array<number>;
  /** Landmarks, by the site's ids. */
  landmark_ids?: Array<number>;
  /** Chains, by the site's ids. */
  brand_ids?: Array<number>;
  /** Cities, by the site's ids. */
  city_ids?: Array<number>;
  /** Destinations inside the destination, by the site's ids. */
  sub_destination_ids?: Array<number>;
}

export type StaysHotelsSearchDestinationType =
  | "CITY" | "REGION" | "DISTRICT" | "COUNTRY" | "AIRPORT" | "LANDMARK" | "HOTEL" | "THEME" | "LATLONG";

export type StaysHotelsSearchCurrency =
  | "AED" | "AMD" | "ARS" | "AUD" | "AZN" | "BDT" | "BGN" | "BHD" | "BRL" | "BYN" | "CAD" | "CHF" | "CLP" | "CNY"
  | "COP" | "CZK" | "DKK" | "EGP" | "EUR" | "FJD" | "GBP" | "GEL" | "GHS" | "HKD" | "HUF" | "IDR" | "ILS" | "INR"
  | "ISK" | "JOD" | "JPY" | "KGS" | "KRW" | "KWD" | "KZT" | "LAK" | "LKR" | "MAD" | "MDL" | "MXN" | "MYR" | "NAD"
  | "NGN" | "NOK" | "NZD" | "OMR" | "PHP" | "PKR" | "PLN" | "QAR" | "RON" | "RSD" | "RUB" | "SAR" | "SEK" | "SGD"
  | "THB" | "TND" | "TRY" | "TWD" | "UAH" | "USD" | "UZS" | "VND" | "XOF" | "XPF" | "ZAR";

export type StaysHotelsSearchLanguage =
  | "ar" | "bg" | "ca" | "cs" | "da" | "de" | "el" | "en-gb" | "en-us" | "es" | "es-ar" | "es-mx" | "et" | "fi" | "fr"
  | "he" | "hi" | "hr" | "hu" | "id" | "is" | "it" | "ja" | "ko" | "lt" | "lv" | "ms" | "nl" | "no" | "pl" | "pt-br"
  | "pt-pt" | "ro" | "ru" | "sk" | "sl" | "sr" | "sv" | "th" | "tl" | "tr" | "uk" | "vi" | "zh-cn" | "zh-tw";

export type StaysHotelsSearchSort =
  | "top_picks" | "business_top_picks" | "entire_homes_first" | "price_low_to_high" | "price_high_to_low"
  | "stars_high_to_low" | "stars_low_to_high" | "stars_and_price" | "best_reviewed_and_lowest_price"
  | "distance_from_center" | "top_reviewed";

export type StaysHotelsSearchPropertyTypes =
  | "apartment" | "hostel" | "hotel" | "motel" | "resort" | "bed_and_breakfast" | "ryokan" | "farm_stay"
  | "resort_village" | "villa" | "campground" | "boat" | "guest_house" | "condo_hotel" | "vacation_home" | "lodge"
  | "homestay" | "country_house" | "luxury_tent" | "capsule_hotel" | "love_hotel" | "riad" | "chalet" | "economy_hotel"
  | "cruise" | "student_accommodation";

export type StaysHotelsSearchPropertyAmenities =
  | "parking" | "restaurant" | "pet_friendly" | "room_service" | "meeting_or_banquet_facilities" | "bar"
  | "front_desk_24h" | "tennis_court" | "sauna" | "fitness_center" | "golf_course" | "garden" | "terrace"
  | "non_smoking_rooms" | "airport_shuttle" | "fishing" | "business_center" | "babysitting_or_child_services"
  | "laundry" | "dry_cleaning" | "continental_breakfast" | "facilities_for_disabled_guests" | "skiing"
  | "hair_or_beauty_salon" | "game_room" | "casino" | "breakfast_in_the_room" | "ironing_service" | "free_parking"
  | "internet" | "elevator" | "express_check_in_or_out" | "solarium" | "safe" | "valet_parking" | "currency_exchange"
  | "spa_and_wellness" | "massage" | "playground" | "pool_table" | "ping_pong" | "karaoke" | "windsurfing" | "darts"
  | "hot_tub" | "soundproof_rooms" | "bicycle_rental_paid" | "canoeing" | "hiking" | "chapel_or_shrine"
  | "bbq_facilities" | "packed_lunches" | "car_rental" | "cycling" | "bowling" | "tour_desk" | "turkish_or_steam_bath"
  | "heating" | "fax_or_photocopying" | "diving" | "horseback_riding" | "racquetball" | "snorkeling" | "baggage_storage"
  | "wifi" | "mini_golf" | "ski_storage" | "ski_school" | "hypoallergenic_room_available" | "indoor_pool"
  | "outdoor_pool" | "free_wifi" | "smoke_free_property" | "air_conditioning" | "designated_smoking_area"
  | "atm_on_site" | "private_beach" | "snack_bar" | "sun_deck" | "concierge" | "entertainment_staff" | "nightclub_or_dj"
  | "private_check_in_or_out" | "shuttle_service_free" | "shuttle_service_paid" | "ski_rental_on_site"
  | "ski_pass_vendor" | "ski_in_ski_out_access" | "special_diet_meals_on_request" | "suit_press"
  | "vending_machine_drinks" | "vending_machine_snacks" | "water_sports_facilities_on_site" | "hot_spring_bath"
  | "airport_shuttle_free" | "shared_kitchen" | "lockers" | "shared_lounge_or_tv_area" | "kids_club"
  | "convenience_store_on_site" | "beachfront" | "evening_entertainment" | "water_park" | "adults_only"
  | "daily_housekeeping" | "grocery_deliveries" | "parking_on_site" | "private_parking" | "misc_parking"
  | "wifi_in_all_areas" | "paid_wifi" | "open_air_bath" | "public_bath" | "waterslide" | "swimming_pool_toys"
  | "board_games_or_puzzles" | "indoor_play_area" | "outdoor_play_equipment_for_kids" | "baby_safety_gates"
  | "kids_meals" | "kid_friendly_buffet" | "street_parking" | "parking_garage" | "electric_vehicle_charging"
  | "public_transit_tickets" | "accessible_parking" | "wheelchair_accessible" | "toilet_with_grab_rails"
  | "raised_toilet" | "lowered_sink" | "bathroom_emergency_cord" | "rooftop_pool" | "infinity_pool" | "pool_with_view"
  | "heated_pool" | "saltwater_pool" | "plunge_pool" | "pool_or_beach_towels" | "pool_bar" | "shallow_end"
  | "pool_cover" | "wine_or_champagne" | "fruit" | "airport_pickup" | "airport_drop_off" | "visual_aids_braille"
  | "visual_aids_tactile_signs" | "auditory_guidance" | "strollers" | "tennis_equipment" | "badminton_equipment"
  | "pet_basket" | "pet_bowls" | "coffee_house_on_site" | "beach_chairs_or_loungers" | "beach_umbrellas"
  | "outdoor_furniture" | "fenced_pool" | "picnic_area" | "outdoor_fireplace" | "beauty_services" | "facial_treatments"
  | "waxing_services" | "makeup_services" | "hair_treatments" | "manicure" | "pedicure" | "haircut" | "hair_coloring"
  | "hairstyling" | "body_treatments" | "body_scrub" | "body_wrap" | "light_therapy" | "spa_facilities" | "steam_room"
  | "spa_lounge_or_relaxation_area" | "foot_bath" | "spa_or_wellness_packages" | "back_massage" | "neck_massage"
  | "foot_massage" | "couples_massage" | "head_massage" | "hand_massage" | "full_body_massage" | "massage_chair"
  | "fitness" | "yoga_classes" | "fitness_classes" | "personal_trainer" | "locker_rooms" | "kids_pool" | "beach"
  | "shuttle_service" | "breakfast_options" | "game_drives" | "temporary_art_galleries" | "bar_crawls"
  | "stand_up_comedy" | "movie_nights" | "walking_tours" | "bike_tours" | "themed_dinners" | "happy_hour"
  | "tour_or_class_about_local_culture" | "cooking_class" | "live_music_or_performance" | "live_sports_events_broadcast"
  | "archery" | "aerobics" | "bingo" | "security_24h" | "key_access" | "key_card_access" | "security_alarm"
  | "smoke_alarms" | "cctv_in_common_areas" | "cctv_outside_property" | "fire_extinguishers" | "bicycle_parking"
  | "laundry_room" | "ski_shuttle" | "bath_or_hot_spring" | "swimming_pool" | "guests_have_the_option_to_reuse_towels"
  | "carbon_monoxide_detector" | "carbon_monoxide_sources" | "key_card_or_motion_controlled_electricity_for_guests"
  | "bicycle_rental" | "guest_accommodation_disinfected_between_stays" | "guest_accommodation_sealed_after_cleaning"
  | "physical_distancing_in_dining_areas" | "food_can_be_delivered_to_guest_accommodation" | "first_aid_kits_available"
  | "contactless_check_in_or_out" | "cashless_payment_available" | "physical_distancing_rules_followed"
  | "mobile_app_for_room_service" | "invoice_provided" | "property_cleaned_by_professional_cleaning_companies"
  | "passport_or_id_info_collected_online_before_you_arrive" | "check_in_kiosk_in_the_lobby"
  | "lockbox_key_collection_at_the_property" | "lockbox_key_collection_near_the_property" | "digital_key_access"
  | "breakfast_to_go_containers" | "delivered_food_covered_securely" | "access_to_healthcare_professionals"
  | "thermometers_for_guests_provided_by_property" | "face_masks_for_guests_available" | "all_windows_are_double_glazed"
  | "offer_vegetarian_options_on_the_menu";

export type StaysHotelsSearchRoomAmenities =
  | "tea_or_coffee_maker" | "internet_facilities" | "minibar" | "shower" | "bath" | "safety_deposit_box"
  | "pay_per_view_channels" | "tv" | "telephone" | "fax" | "air_conditioning" | "hairdryer"
  | "wake_up_service_or_alarm_clock" | "hot_tub" | "iron" | "kitchenette" | "balcony" | "suit_press" | "bathrobe"
  | "spa_tub" | "radio" | "refrigerator" | "desk" | "shared_bathroom" | "ironing_facilities" | "seating_area"
  | "free_toiletries" | "dvd_player" | "cd_player" | "fan" | "toilet" | "microwave" | "dishwasher" | "washing_machine"
  | "video" | "video_games" | "patio" | "private_bathroom" | "extra_long_beds" | "heating" | "walk_in_closet"
  | "shared_toilet" | "slippers" | "satellite_channels" | "kitchen" | "wireless_internet" | "cable_channels"
  | "bath_or_shower" | "carpeted" | "fireplace" | "additional_toilet" | "interconnected_rooms" | "laptop_safe"
  | "flat_screen_tv" | "private_entrance" | "sofa" | "soundproofing" | "tile_or_marble_floor" | "view"
  | "hardwood_or_parquet_floors" | "wake_up_service" | "alarm_clock" | "dining_area" | "electric_kettle"
  | "executive_lounge_access" | "ipod_dock" | "kitchenware" | "mosquito_net" | "towels_or_sheets_extra_fee" | "sauna"
  | "private_pool" | "dryer" | "wardrobe_or_closet" | "oven" | "stovetop" | "toaster" | "barbecue" | "bidet"
  | "computer" | "ipad" | "game_console" | "game_console_xbox_360" | "game_console_ps2" | "game_console_ps3"
  | "game_console_nintendo_wii" | "sea_view" | "lake_view" | "garden_view" | "pool_view" | "mountain_view"
  | "landmark_view" | "laptop" | "hypoallergenic" | "cleaning_products" | "electric_blankets" | "additional_bathroom"
  | "blu_ray_player" | "coffee_machine" | "city_view" | "river_view" | "terrace" | "towels" | "linens" | "dining_table"
  | "childrens_high_chair" | "outdoor_furniture" | "outdoor_dining_area" | "entire_unit_located_on_ground_floor"
  | "upper_floors_by_elevator" | "upper_floors_by_stairs_only" | "entire_unit_wheelchair_accessible" | "detached"
  | "semi_detached" | "private_apartment_in_building" | "clothes_rack" | "fold_up_bed" | "drying_rack_for_clothing"
  | "toilet_paper" | "child_safety_socket_covers" | "board_games_or_puzzles" | "books_dvds_or_music_for_children"
  | "baby_safety_gates" | "sofa_bed" | "toilet_with_grab_rails" | "adapted_bath" | "roll_in_shower" | "walk_in_shower"
  | "raised_toilet" | "lower_sink" | "emergency_cord_in_bathroom" | "shower_chair" | "rooftop_pool" | "infinity_pool"
  | "pool_with_a_view" | "heated_pool" | "salt_water_pool" | "plunge_pool" | "pool_towels" | "shallow_end"
  | "pool_cover" | "wine_or_champagne" | "bottle_of_water" | "fruit" | "chocolate_or_cookies" | "trash_cans"
  | "wine_glasses" | "game_console_xbox_one" | "game_console_wii_u" | "game_console_ps4" | "cribs" | "toothbrush"
  | "shampoo" | "conditioner" | "body_soap" | "shower_cap" | "pajamas" | "yukata" | "socket_near_the_bed" | "adapter"
  | "feather_pillow" | "non_feather_pillow" | "hypoallergenic_pillow" | "accessible_by_elevator"
  | "inner_courtyard_view" | "quiet_street_view" | "mobile_hotspot_device" | "smartphone" | "streaming_service"
  | "lockers" | "smoke_alarm" | "fire_extinguisher" | "key_access" | "key_card_access" | "reading_light" | "earplugs"
  | "privacy_curtain" | "window" | "open_air_bath" | "tatami" | "carbon_monoxide_detector" | "carbon_monoxide_sources"
  | "air_purifiers" | "executive_lounge_breakfast" | "executive_lounge_all_day_snacks"
  | "executive_lounge_afternoon_snacks" | "executive_lounge_evening_snacks" | "free_spa_access" | "free_gym_access"
  | "executive_lounge_business_areas" | "access_to_private_pool" | "access_to_a_private_beach"
  | "executive_lounge_private_check_in" | "concierge_services" | "executive_lounge_newspapers" | "free_laundry_services"
  | "single_room_ac_for_guest_accommodation" | "hand_sanitizer" | "hearing_accessible" | "accessible_room"
  | "transfer_shower" | "coffee_or_tea_maker" | "kitchen_or_kitchenette";

export type StaysHotelsSearchActivities =
  | "tennis_court" | "sauna" | "fitness_center" | "golf_course" | "fishing" | "skiing" | "game_room" | "casino"
  | "solarium" | "spa_and_wellness_center" | "massage" | "playground" | "pool_table" | "ping_pong" | "karaoke"
  | "windsurfing" | "darts" | "hot_tub" | "bicycle_rental_paid" | "canoeing" | "hiking" | "cycling" | "bowling"
  | "turkish_or_steam_bath" | "diving" | "horseback_riding" | "racquetball" | "snorkeling" | "mini_golf" | "indoor_pool"
  | "private_beach" | "entertainment_staff" | "nightclub_or_dj" | "water_sports_facilities_on_site" | "hot_spring_bath"
  | "kids_club" | "evening_entertainment" | "water_park" | "open_air_bath" | "public_bath" | "tennis_equipment"
  | "badminton_equipment" | "beauty_services" | "facial_treatments" | "waxing_services" | "makeup_services"
  | "hair_treatments" | "manicure" | "pedicure" | "haircut" | "hair_coloring" | "hairstyling" | "body_treatments"
  | "body_scrub" | "body_wrap" | "light_therapy" | "spa_facilities" | "steam_room" | "spa_lounge_or_relaxation_area"
  | "foot_bath" | "spa_or_wellness_packages" | "back_massage" | "neck_massage" | "foot_massage" | "couples_massage"
  | "head_massage" | "hand_massage" | "full_body_massage" | "massage_chair" | "fitness" | "yoga_classes"
  | "fitness_classes" | "personal_trainer" | "locker_rooms" | "beach" | "game_drives" | "temporary_art_galleries"
  | "bar_crawls" | "stand_up_comedy" | "movie_nights" | "walking_tours" | "bike_tours" | "themed_dinners"
  | "tour_or_class_about_local_culture" | "cooking_class" | "live_music" | "live_sports_events_broadcast" | "archery"
  | "aerobics" | "bingo" | "bath_or_hot_spring" | "bicycle_rental";

export type StaysHotelsSearchRoomAccessibility =
  | "ground_floor_unit" | "upper_floors_by_elevator" | "entire_unit_wheelchair_accessible" | "toilet_with_grab_rails"
  | "adapted_bath" | "roll_in_shower" | "walk_in_shower" | "raised_toilet" | "lower_sink" | "bathroom_emergency_cord"
  | "shower_chair";

export interface StaysHotelCard {
  /** The kind of record, always the same. */
  "@type": "StaysHotelCard";
  /** The site's ID of the property. */
  id: number;
  /** Name of the property in its URL. */
  alias: string | null;
  /** ISO 3166 code of the country, two small letters. */
  country_code: string | null;
  /** Name of the property. */
  name: string | null;
  /** URL of the property's page. */
  url: string | null;
  /** The site's ID of the property type, such as 201 for apartments and 204 for hotels. */
  accommodation_type_id: number | null;
  /** Stars, 1 to 5; null if the property has none. */
  star_rating: number | null;
  /** Symbol with which the site shows the rating: STARS, TILES or NONE. */
  star_rating_symbol: string | null;
  /** The guests' score; null if the site shows none. */
  review: StaysReviewScore | null;
  /** Street address. */
  address: string | null;
  /** City. */
  city: string | null;
  /** The site's ID of the city: a value for `destination_id`. */
  destination_id: number | null;
  /** Latitude in degrees. */
  latitude: number | null;
  /** Longitude in degrees. */
  longitude: number | null;
  /** District and city, as the card shows them. */
  display_location: string | null;
  /** District; null if the card names only the city. */
  district: string | null;
  /** Distance from the centre, in the site's words and the requested language. */
  distance_from_center: string | null;
  /** Distance from public transport, in the site's words. */
  public_transport: string | null;
  /** Distance from the beach, in the site's words. */
  beach_distance: string | null;
  /** Whether the site calls the location central. */
  is_centrally_located: boolean | null;
  /** URL of the main photo, in the largest size offered. */
  image: string | null;
  /** Total for the stay; null without dates. */
  price: StaysPrice | null;
  /** Average per night: the total over the nights if the site sends none. */
  price_per_night: StaysPrice | null;
  /** Total for the stay before the discount; null if there is none. */
  price_before_discount: StaysPrice | null;
  /** Taxes and charges for the stay that `price` does not include. */
  excluded_charges: StaysPrice | null;
  /** The site's ID of the offered room; null without dates. */
  room_id: number | null;
  /** Name of the offered room; null without dates. */
  room_name: string | null;
  /** Bedrooms of the offered unit. */
  bedroom_count: number | null;
  /** Bathrooms of the offered unit. */
  bathroom_count: number | null;
  /** Beds of the offered unit. */
  bed_count: number | null;
  /** Kitchens of the offered unit. */
  kitchen_count: number | null;
  /** Living rooms of the offered unit. */
  living_room_count: number | null;
  /** Size of the offered unit, in `area_unit`. */
  area: number | null;
  /** Unit of `area`, as the site writes it: `ft²` or `m²`. */
  area_unit: string | null;
  /** Meals included in the price, in the site's words. */
  meal_plan: string | null;
  /** ISO 8601 time until which cancelling is free. */
  free_cancellation_until: string | null;
  /** The site's note on how many rooms are left. */
  availability_message: string | null;
  /** Whether the offered room can be cancelled free of charge. */
  has_free_cancellation: boolean | null;
  /** Whether the offered room needs no prepayment. */
  has_no_prepayment: boolean | null;
  /** Whether pets stay free of charge. */
  allows_pets_for_free: boolean | null;
  /** Whether the site marks the property as sustainable. */
  is_sustainable: boolean | null;
  /** Names of the property's sustainability certificates. */
  sustainability_certifications: Array<string>;
  /** PROFESSIONAL or PRIVATE: the kind of host. */
  host_trader_label: string | null;
}

export interface StaysReviewScore {
  /** The kind of record, always the same. */
  "@type": "StaysReviewScore";
  /** Average of the guests' scores, out of 10; null if there are no reviews. */
  score: number | null;
  /** Number of reviews. */
  review_count: number | null;
  /** The score in a word, such as `Exceptional`, in the requested language. */
  label: string | null;
}

export interface StaysPrice {
  /** The kind of record, always the same. */
  "@type": "StaysPrice";
  /** Amount in `currency`, as the site sends it, not rounded. */
  amount: number | null;
  /** ISO 4217 code of the currency. */
  currency: string | null;
  /** The site's own formatting; null if Winnow computed the amount. */
  formatted: string | null;
}

export interface StaysDestinationsSearch {
  /** Name of a place, or part of it. */
  query: string;
  /** Maximum number of records to return. Default 20. */
  count?: number;
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** Language of the names. Default "en-us". */
  language?: StaysDestinationsSearchLanguage;
}

export type StaysDestinationsSearchLanguage = StaysHotelsSearchLanguage;

export interface StaysDestination {
  /** The kind of record, always the same. */
  "@type": "StaysDestination";
  /** Value for `destination_id`, if it is a number. A country has its code here. */
  id: string;
  /** Value for `destination_type`: CITY, REGION, ... */
  destination_type: string;
  /** Name of the place. */
  name: string | null;
  /** Full name, with region and country. */
  label: string | null;
  /** Region in which the place lies. */
  region: string | null;
  /** Country in which the place lies. */
  country: string | null;
  /** Latitude in degrees. */
  latitude: number | null;
  /** Longitude in degrees. */
  longitude: number | null;
  /** Properties in this destination. */
  property_count: number | null;
}

export interface StaysFilters {
  /** Maximum seconds the request may run; after that you get 408. Default 300. */
  timeout?: number;
  /** Destination text, or `latitude,longitude`. */
  destination?: string | null;
  /** The site's ID of the destination; overrides `destination`. */
  destination_id?: number | null;
  /** Type of `destination_id`; CITY if not given. */
  destination_type?: StaysFiltersDestinationType | null;
  /** Arrival date; requires `checkout`. */
  checkin?: string | null;
  /** Departure date; requires `checkin`. */
  checkout?: string | null;
  /** Currency of the prices. Default "USD". */
  currency?: StaysFiltersCurrency;
  /** Language of names and texts. Default "en-us". */
  language?: StaysFiltersLanguage;
}

export type StaysFiltersDestinationType = StaysHotelsSearchDestinationType;

export type StaysFiltersCurrency = StaysHotelsSearchCurrency;

export type StaysFiltersLanguage = StaysHotelsSearchLanguage;

export interface StaysFilter {
  /** The kind of record, always the same. */
  "@type": "StaysFilter";
  /** Parameter of `/api/stays/hotels/search`; null if there is none for this filter. */
  parameter: string | null;
  /** Value for the parameter; null if the parameter takes any number, such as `min_bedrooms`. */
  value: string | null;
  /** Numeric value for the parameter: districts, landmarks, chains and cities. */
  id: number | null;
  /** Label in the requested language. */
  label: string | null;
  /** Properties that match this filter. */
  property_count: number | null;
}
