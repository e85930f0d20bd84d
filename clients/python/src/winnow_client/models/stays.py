# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

StaysHotelsSearchDestinationType = Literal[
    "CITY", "REGION", "DISTRICT", "COUNTRY", "AIRPORT", "LANDMARK", "HOTEL", "THEME", "LATLONG",
]
StaysHotelsSearchCurrency = Literal[
    "AED", "AMD", "ARS", "AUD", "AZN", "BDT", "BGN", "BHD", "BRL", "BYN", "CAD", "CHF", "CLP", "CNY", "COP", "CZK",
    "DKK", "EGP", "EUR", "FJD", "GBP", "GEL", "GHS", "HKD", "HUF", "IDR", "ILS", "INR", "ISK", "JOD", "JPY", "KGS",
    "KRW", "KWD", "KZT", "LAK", "LKR", "MAD", "MDL", "MXN", "MYR", "NAD", "NGN", "NOK", "NZD", "OMR", "PHP", "PKR",
    "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "TWD", "UAH", "USD", "UZS", "VND",
    "XOF", "XPF", "ZAR",
]
StaysHotelsSearchLanguage = Literal[
    "ar", "bg", "ca", "cs", "da", "de", "el", "en-gb", "en-us", "es", "es-ar", "es-mx", "et", "fi", "fr", "he", "hi",
    "hr", "hu", "id", "is", "it", "ja", "ko", "lt", "lv", "ms", "nl", "no", "pl", "pt-br", "pt-pt", "ro", "ru", "sk",
    "sl", "sr", "sv", "th", "tl", "tr", "uk", "vi", "zh-cn", "zh-tw",
]
StaysHotelsSearchSort = Literal[
    "top_picks", "business_top_picks", "entire_homes_first", "price_low_to_high", "price_high_to_low",
    "stars_high_to_low", "stars_low_to_high", "stars_and_price", "best_reviewed_and_lowest_price",
    "distance_from_center", "top_reviewed",
]
StaysHotelsSearchMinReviewScore = Literal["pleasant_6", "good_7", "very_good_8", "wonderful_9"]
StaysHotelsSearchPropertyTypes = Literal[
    "apartment", "hostel", "hotel", "motel", "resort", "bed_and_breakfast", "ryokan", "farm_stay", "resort_village",
    "villa", "campground", "boat", "guest_house", "condo_hotel", "vacation_home", "lodge", "homestay", "country_house",
    "luxury_tent", "capsule_hotel", "love_hotel", "riad", "chalet", "economy_hotel", "cruise", "student_accommodation",
]
StaysHotelsSearchStarRatings = Literal["1", "2", "3", "4", "5"]
StaysHotelsSearchMealPlans = Literal[
    "breakfast_included", "all_meals_included", "all_inclusive", "breakfast_and_lunch", "breakfast_and_dinner",
    "kitchen_amenities",
]
StaysHotelsSearchBedTypes = Literal["twin_beds", "double_bed", "queen_bed", "king_bed"]
StaysHotelsSearchTravelGroups = Literal["pet_friendly", "adults_only", "lgbtq_friendly"]
StaysHotelsSearchBookingPolicies = Literal["free_cancellation", "book_without_credit_card", "no_prepayment"]
StaysHotelsSearchPaymentOptions = Literal["online_payments", "apple_pay"]
StaysHotelsSearchPropertyAmenities = Literal[
    "parking", "restaurant", "pet_friendly", "room_service", "meeting_or_banquet_facilities", "bar", "front_desk_24h",
    "tennis_court", "sauna", "fitness_center", "golf_course", "garden", "terrace", "non_smoking_rooms",
    "airport_shuttle", "fishing", "business_center", "babysitting_or_child_services", "laundry", "dry_cleaning",
    "continental_breakfast", "facilities_for_disabled_guests", "skiing", "hair_or_beauty_salon", "game_room", "casino",
    "breakfast_in_the_room", "ironing_service", "free_parking", "internet", "elevator", "express_check_in_or_out",
    "solarium", "safe", "valet_parking", "currency_exchange", "spa_and_wellness", "massage", "playground", "pool_table",
    "ping_pong", "karaoke", "windsurfing", "darts", "hot_tub", "soundproof_rooms", "bicycle_rental_paid", "canoeing",
    "hiking", "chapel_or_shrine", "bbq_facilities", "packed_lunches", "car_rental", "cycling", "bowling", "tour_desk",
    "turkish_or_steam_bath", "heating", "fax_or_photocopying", "diving", "horseback_riding", "racquetball",
    "snorkeling", "baggage_storage", "wifi", "mini_golf", "ski_storage", "ski_school", "hypoallergenic_room_available",
    "indoor_pool", "outdoor_pool", "free_wifi", "smoke_free_property", "air_conditioning", "designated_smoking_area",
    "atm_on_site", "private_beach", "snack_bar", "sun_deck", "concierge", "entertainment_staff", "nightclub_or_dj",
    "private_check_in_or_out", "shuttle_service_free", "shuttle_service_paid", "ski_rental_on_site", "ski_pass_vendor",
    "ski_in_ski_out_access", "special_diet_meals_on_request", "suit_press", "vending_machine_drinks",
    "vending_machine_snacks", "water_sports_facilities_on_site", "hot_spring_bath", "airport_shuttle_free",
    "shared_kitchen", "lockers", "shared_lounge_or_tv_area", "kids_club", "convenience_store_on_site", "beachfront",
    "evening_entertainment", "water_park", "adults_only", "daily_housekeeping", "grocery_deliveries", "parking_on_site",
    "private_parking", "misc_parking", "wifi_in_all_areas", "paid_wifi", "open_air_bath", "public_bath", "waterslide",
    "swimming_pool_toys", "board_games_or_puzzles", "indoor_play_area", "outdoor_play_equipment_for_kids",
    "baby_safety_gates", "kids_meals", "kid_friendly_buffet", "street_parking", "parking_garage",
    "electric_vehicle_charging", "public_transit_tickets", "accessible_parking", "wheelchair_accessible",
    "toilet_with_grab_rails", "raised_toilet", "lowered_sink", "bathroom_emergency_cord", "rooftop_pool",
    "infinity_pool", "pool_with_view", "heated_pool", "saltwater_pool", "plunge_pool", "pool_or_beach_towels",
    "pool_bar", "shallow_end", "pool_cover", "wine_or_champagne", "fruit", "airport_pickup", "airport_drop_off",
    "visual_aids_braille", "visual_aids_tactile_signs", "auditory_guidance", "strollers", "tennis_equipment",
    "badminton_equipment", "pet_basket", "pet_bowls", "coffee_house_on_site", "beach_chairs_or_loungers",
    "beach_umbrellas", "outdoor_furniture", "fenced_pool", "picnic_area", "outdoor_fireplace", "beauty_services",
    "facial_treatments", "waxing_services", "makeup_services", "hair_treatments", "manicure", "pedicure", "haircut",
    "hair_coloring", "hairstyling", "body_treatments", "body_scrub", "body_wrap", "light_therapy", "spa_facilities",
    "steam_room", "spa_lounge_or_relaxation_area", "foot_bath", "spa_or_wellness_packages", "back_massage",
    "neck_massage", "foot_massage", "couples_massage", "head_massage", "hand_massage", "full_body_massage",
    "massage_chair", "fitness", "yoga_classes", "fitness_classes", "personal_trainer", "locker_rooms", "kids_pool",
    "beach", "shuttle_service", "breakfast_options", "game_drives", "temporary_art_galleries", "bar_crawls",
    "stand_up_comedy", "movie_nights", "walking_tours", "bike_tours", "themed_dinners", "happy_hour",
    "tour_or_class_about_local_culture", "cooking_class", "live_music_or_performance", "live_sports_events_broadcast",
    "archery", "aerobics", "bingo", "security_24h", "key_access", "key_card_access", "security_alarm", "smoke_alarms",
    "cctv_in_common_areas", "cctv_outside_property", "fire_extinguishers", "bicycle_parking", "laundry_room",
    "ski_shuttle", "bath_or_hot_spring", "swimming_pool", "guests_have_the_option_to_reuse_towels",
    "carbon_monoxide_detector", "carbon_monoxide_sources", "key_card_or_motion_controlled_electricity_for_guests",
    "bicycle_rental", "guest_accommodation_disinfected_between_stays", "guest_accommodation_sealed_after_cleaning",
    "physical_distancing_in_dining_areas", "food_can_be_delivered_to_guest_accommodation", "first_aid_kits_available",
    "contactless_check_in_or_out", "cashless_payment_available", "physical_distancing_rules_followed",
    "mobile_app_for_room_service", "invoice_provided", "property_cleaned_by_professional_cleaning_companies",
    "passport_or_id_info_collected_online_before_you_arrive", "check_in_kiosk_in_the_lobby",
    "lockbox_key_collection_at_the_property", "lockbox_key_collection_near_the_property", "digital_key_access",
    "breakfast_to_go_containers", "delivered_food_covered_securely", "access_to_healthcare_professionals",
    "thermometers_for_guests_provided_by_property", "face_masks_for_guests_available", "all_windows_are_double_glazed",
    "offer_vegetarian_options_on_the_menu",
]
StaysHotelsSearchRoomAmenities = Literal[
    "tea_or_coffee_maker", "internet_facilities", "minibar", "shower", "bath", "safety_deposit_box",
    "pay_per_view_channels", "tv", "telephone", "fax", "air_conditioning", "hairdryer",
    "wake_up_service_or_alarm_clock", "hot_tub", "iron", "kitchenette", "balcony", "suit_press", "bathrobe", "spa_tub",
    "radio", "refrigerator", "desk", "shared_bathroom", "ironing_facilities", "seating_area", "free_toiletries",
    "dvd_player", "cd_player", "fan", "toilet", "microwave", "dishwasher", "washing_machine", "video", "video_games",
    "patio", "private_bathroom", "extra_long_beds", "heating", "walk_in_closet", "shared_toilet", "slippers",
    "satellite_channels", "kitchen", "wireless_internet", "cable_channels", "bath_or_shower", "carpeted", "fireplace",
    "additional_toilet", "interconnected_rooms", "laptop_safe", "flat_screen_tv", "private_entrance", "sofa",
    "soundproofing", "tile_or_marble_floor", "view", "hardwood_or_parquet_floors", "wake_up_service", "alarm_clock",
    "dining_area", "electric_kettle", "executive_lounge_access", "ipod_dock", "kitchenware", "mosquito_net",
    "towels_or_sheets_extra_fee", "sauna", "private_pool", "dryer", "wardrobe_or_closet", "oven", "stovetop", "toaster",
    "barbecue", "bidet", "computer", "ipad", "game_console", "game_console_xbox_360", "game_console_ps2",
    "game_console_ps3", "game_console_nintendo_wii", "sea_view", "lake_view", "garden_view", "pool_view",
    "mountain_view", "landmark_view", "laptop", "hypoallergenic", "cleaning_products", "electric_blankets",
    "additional_bathroom", "blu_ray_player", "coffee_machine", "city_view", "river_view", "terrace", "towels", "linens",
    "dining_table", "childrens_high_chair", "outdoor_furniture", "outdoor_dining_area",
    "entire_unit_located_on_ground_floor", "upper_floors_by_elevator", "upper_floors_by_stairs_only",
    "entire_unit_wheelchair_accessible", "detached", "semi_detached", "private_apartment_in_building", "clothes_rack",
    "fold_up_bed", "drying_rack_for_clothing", "toilet_paper", "child_safety_socket_covers", "board_games_or_puzzles",
    "books_dvds_or_music_for_children", "baby_safety_gates", "sofa_bed", "toilet_with_grab_rails", "adapted_bath",
    "roll_in_shower", "walk_in_shower", "raised_toilet", "lower_sink", "emergency_cord_in_bathroom", "shower_chair",
    "rooftop_pool", "infinity_pool", "pool_with_a_view", "heated_pool", "salt_water_pool", "plunge_pool", "pool_towels",
    "shallow_end", "pool_cover", "wine_or_champagne", "bottle_of_water", "fruit", "chocolate_or_cookies", "trash_cans",
    "wine_glasses", "game_console_xbox_one", "game_console_wii_u", "game_console_ps4", "cribs", "toothbrush", "shampoo",
    "conditioner", "body_soap", "shower_cap", "pajamas", "yukata", "socket_near_the_bed", "adapter", "feather_pillow",
    "non_feather_pillow", "hypoallergenic_pillow", "accessible_by_elevator", "inner_courtyard_view",
    "quiet_street_view", "mobile_hotspot_device", "smartphone", "streaming_service", "lockers", "smoke_alarm",
    "fire_extinguisher", "key_access", "key_card_access", "reading_light", "earplugs", "privacy_curtain", "window",
    "open_air_bath", "tatami", "carbon_monoxide_detector", "carbon_monoxide_sources", "air_purifiers",
    "executive_lounge_breakfast", "executive_lounge_all_day_snacks", "executive_lounge_afternoon_snacks",
    "executive_lounge_evening_snacks", "free_spa_access", "free_gym_access", "executive_lounge_business_areas",
    "access_to_private_pool", "access_to_a_private_beach", "executive_lounge_private_check_in", "concierge_services",
    "executive_lounge_newspapers", "free_laundry_services", "single_room_ac_for_guest_accommodation", "hand_sanitizer",
    "hearing_accessible", "accessible_room", "transfer_shower", "coffee_or_tea_maker", "kitchen_or_kitchenette",
]
StaysHotelsSearchActivities = Literal[
    "tennis_court", "sauna", "fitness_center", "golf_course", "fishing", "skiing", "game_room", "casino", "solarium",
    "spa_and_wellness_center", "massage", "playground", "pool_table", "ping_pong", "karaoke", "windsurfing", "darts",
    "hot_tub", "bicycle_rental_paid", "canoeing", "hiking", "cycling", "bowling", "turkish_or_steam_bath", "diving",
    "horseback_riding", "racquetball", "snorkeling", "mini_golf", "indoor_pool", "private_beach", "entertainment_staff",
    "nightclub_or_dj", "water_sports_facilities_on_site", "hot_spring_bath", "kids_club", "evening_entertainment",
    "water_park", "open_air_bath", "public_bath", "tennis_equipment", "badminton_equipment", "beauty_services",
    "facial_treatments", "waxing_services", "makeup_services", "hair_treatments", "manicure", "pedicure", "haircut",
    "hair_coloring", "hairstyling", "body_treatments", "body_scrub", "body_wrap", "light_therapy", "spa_facilities",
    "steam_room", "spa_lounge_or_relaxation_area", "foot_bath", "spa_or_wellness_packages", "back_massage",
    "neck_massage", "foot_massage", "couples_massage", "head_massage", "hand_massage", "full_body_massage",
    "massage_chair", "fitness", "yoga_classes", "fitness_classes", "personal_trainer", "locker_rooms", "beach",
    "game_drives", "temporary_art_galleries", "bar_crawls", "stand_up_comedy", "movie_nights", "walking_tours",
    "bike_tours", "themed_dinners", "tour_or_class_about_local_culture", "cooking_class", "live_music",
    "live_sports_events_broadcast", "archery", "aerobics", "bingo", "bath_or_hot_spring", "bicycle_rental",
]
StaysHotelsSearchPropertyAccessibility = Literal[
    "toilet_with_grab_rails", "raised_toilet", "lowered_sink", "bathroom_emergency_cord", "visual_aids_braille",
    "visual_aids_tactile_signs", "auditory_guidance",
]
StaysHotelsSearchRoomAccessibility = Literal[
    "ground_floor_unit", "upper_floors_by_elevator", "entire_unit_wheelchair_accessible", "toilet_with_grab_rails",
    "adapted_bath", "roll_in_shower", "walk_in_shower", "raised_toilet", "lower_sink", "bathroom_emergency_cord",
    "shower_chair",
]


class StaysHotelsSearch(TypedDict):
    count: int
    """Maximum number of records to return."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    destination: NotRequired[str | None]
    """Destination text, or `latitude,longitude`."""
    destination_id: NotRequired[int | None]
    """The site's ID of the destination; overrides `destination`."""
    destination_type: NotRequired[StaysHotelsSearchDestinationType | None]
    """Type of `destination_id`; CITY if not given."""
    checkin: NotRequired[str | None]
    """Arrival date; requires `checkout`."""
    checkout: NotRequired[str | None]
    """Departure date; requires `checkin`."""
    adults: NotRequired[int]
    """Adults. Default 2."""
    children_ages: NotRequired[list[int]]
    """Age of each child."""
    rooms: NotRequired[int]
    """Rooms. Default 1."""
    currency: NotRequired[StaysHotelsSearchCurrency]
    """Currency of the prices. Default "USD"."""
    language: NotRequired[StaysHotelsSearchLanguage]
    """Language of names and texts. Default "en-us"."""
    sort: NotRequired[StaysHotelsSearchSort]
    """Order of the results. Default "top_picks"."""
    min_review_score: NotRequired[StaysHotelsSearchMinReviewScore | None]
    """Lowest review score."""
    min_price_per_night: NotRequired[int | None]
    """Lowest price per night, in `currency`."""
    max_price_per_night: NotRequired[int | None]
    """Highest price per night, in `currency`."""
    property_types: NotRequired[list[StaysHotelsSearchPropertyTypes]]
    """Property types."""
    entire_homes_only: NotRequired[bool]
    """Only entire homes and apartments. Default False."""
    star_ratings: NotRequired[list[StaysHotelsSearchStarRatings]]
    """Star ratings."""
    meal_plans: NotRequired[list[StaysHotelsSearchMealPlans]]
    """Meal plans."""
    bed_types: NotRequired[list[StaysHotelsSearchBedTypes]]
    """Bed types."""
    travel_groups: NotRequired[list[StaysHotelsSearchTravelGroups]]
    """Travel groups."""
    booking_policies: NotRequired[list[StaysHotelsSearchBookingPolicies]]
    """Booking policies."""
    payment_options: NotRequired[list[StaysHotelsSearchPaymentOptions]]
    """Ways to pay."""
    property_amenities: NotRequired[list[StaysHotelsSearchPropertyAmenities]]
    """Facilities of the property."""
    room_amenities: NotRequired[list[StaysHotelsSearchRoomAmenities]]
    """Facilities of the room."""
    activities: NotRequired[list[StaysHotelsSearchActivities]]
    """Activities."""
    property_accessibility: NotRequired[list[StaysHotelsSearchPropertyAccessibility]]
    """Accessibility of the property."""
    room_accessibility: NotRequired[list[StaysHotelsSearchRoomAccessibility]]
    """Accessibility of the room."""
    available_only: NotRequired[bool]
    """Only properties with rooms available on the dates. Default False."""
    sustainability_certified: NotRequired[bool]
    """Only properties with a sustainability certification. Default False."""
    highly_rated_breakfast: NotRequired[bool]
    """Only properties with a highly rated breakfast. Default False."""
    max_distance_from_center_meters: NotRequired[int | None]
    """Longest distance from the centre, in metres."""
    min_bedrooms: NotRequired[int | None]
    """Fewest bedrooms."""
    min_beds: NotRequired[int | None]
    """Fewest beds."""
    min_bathrooms: NotRequired[int | None]
    """Fewest bathrooms."""
    district_ids: NotRequired[list[int]]
    """Districts, by the site's ids."""
    landmark_ids: NotRequired[list[int]]
    """Landmarks, by the site's ids."""
    brand_ids: NotRequired[list[int]]
    """Chains, by the site's ids."""
    city_ids: NotRequired[list[int]]
    """Cities, by the site's ids."""
    sub_destination_ids: NotRequired[list[int]]
    """Destinations inside the destination, by the site's ids."""


_StaysReviewScoreFields = TypedDict("_StaysReviewScoreFields", {"@type": Literal["StaysReviewScore"]})


class StaysReviewScore(_StaysReviewScoreFields):
    score: float | None
    """Average of the guests' scores, out of 10; null if there are no reviews."""
    review_count: int | None
    """Number of reviews."""
    label: str | None
    """The score in a word, such as `Exceptional`, in the requested language."""
_StaysPriceFields = TypedDict("_StaysPriceFields", {"@type": Literal["StaysPrice"]})


class StaysPrice(_StaysPriceFields):
    amount: float | None
    """Amount in `currency`, as the site sends it, not rounded."""
    currency: str | None
    """ISO 4217 code of the currency."""
    formatted: str | None
    """The site's own formatting; null if Winnow computed the amount."""
_StaysHotelCardFields = TypedDict("_StaysHotelCardFields", {"@type": Literal["StaysHotelCard"]})


class StaysHotelCard(_StaysHotelCardFields):
    id: int
    """The site's ID of the property."""
    alias: str | None
    """Name of the property in its URL."""
    country_code: str | None
    """ISO 3166 code of the country, two small letters."""
    name: str | None
    """Name of the property."""
    url: str | None
    """URL of the property's page."""
    accommodation_type_id: int | None
    """The site's ID of the property type, such as 201 for apartments and 204 for hotels."""
    star_rating: float | None
    """Stars, 1 to 5; null if the property has none."""
    star_rating_symbol: str | None
    """Symbol with which the site shows the rating: STARS, TILES or NONE."""
    review: StaysReviewScore | None
    """The guests' score; null if the site shows none."""
    address: str | None
    """Street address."""
    city: str | None
    """City."""
    destination_id: int | None
    """The site's ID of the city: a value for `destination_id`."""
    latitude: float | None
    """Latitude in degrees."""
    longitude: float | None
    """Longitude in degrees."""
    display_location: str | None
    """District and city, as the card shows them."""
    district: str | None
    """District; null if the card names only the city."""
    distance_from_center: str | None
    """Distance from the centre, in the site's words and the requested language."""
    public_transport: str | None
    """Distance from public transport, in the site's words."""
    beach_distance: str | None
    """Distance from the beach, in the site's words."""
    is_centrally_located: bool | None
    """Whether the site calls the location central."""
    image: str | None
    """URL of the main photo, in the largest size offered."""
    price: StaysPrice | None
    """Total for the stay; null without dates."""
    price_per_night: StaysPrice | None
    """Average per night: the total over the nights if the site sends none."""
    price_before_discount: StaysPrice | None
    """Total for the stay before the discount; null if there is none."""
    excluded_charges: StaysPrice | None
    """Taxes and charges for the stay that `price` does not include."""
    room_id: int | None
    """The site's ID of the offered room; null without dates."""
    room_name: str | None
    """Name of the offered room; null without dates."""
    bedroom_count: int | None
    """Bedrooms of the offered unit."""
    bathroom_count: int | None
    """Bathrooms of the offered unit."""
    bed_count: int | None
    """Beds of the offered unit."""
    kitchen_count: int | None
    """Kitchens of the offered unit."""
    living_room_count: int | None
    """Living rooms of the offered unit."""
    area: float | None
    """Size of the offered unit, in `area_unit`."""
    area_unit: str | None
    """Unit of `area`, as the site writes it: `ft²` or `m²`."""
    meal_plan: str | None
    """Meals included in the price, in the site's words."""
    free_cancellation_until: str | None
    """ISO 8601 time until which cancelling is free."""
    availability_message: str | None
    """The site's note on how many rooms are left."""
    has_free_cancellation: bool | None
    """Whether the offered room can be cancelled free of charge."""
    has_no_prepayment: bool | None
    """Whether the offered room needs no prepayment."""
    allows_pets_for_free: bool | None
    """Whether pets stay free of charge."""
    is_sustainable: bool | None
    """Whether the site marks the property as sustainable."""
    sustainability_certifications: list[str]
    """Names of the property's sustainability certificates."""
    host_trader_label: str | None
    """PROFESSIONAL or PRIVATE: the kind of host."""
StaysDestinationsSearchLanguage = StaysHotelsSearchLanguage


class StaysDestinationsSearch(TypedDict):
    query: str
    """Name of a place, or part of it."""
    count: NotRequired[int]
    """Maximum number of records to return. Default 20."""
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    language: NotRequired[StaysDestinationsSearchLanguage]
    """Language of the names. Default "en-us"."""


_StaysDestinationFields = TypedDict("_StaysDestinationFields", {"@type": Literal["StaysDestination"]})


class StaysDestination(_StaysDestinationFields):
    id: str
    """Value for `destination_id`, if it is a number. A country has its code here."""
    destination_type: str
    """Value for `destination_type`: CITY, REGION, ..."""
    name: str | None
    """Name of the place."""
    label: str | None
    """Full name, with region and country."""
    region: str | None
    """Region in which the place lies."""
    country: str | None
    """Country in which the place lies."""
    latitude: float | None
    """Latitude in degrees."""
    longitude: float | None
    """Longitude in degrees."""
    property_count: int | None
    """Properties in this destination."""
StaysFiltersDestinationType = StaysHotelsSearchDestinationType
StaysFiltersCurrency = StaysHotelsSearchCurrency
StaysFiltersLanguage = StaysHotelsSearchLanguage


class StaysFilters(TypedDict):
    timeout: NotRequired[int]
    """Maximum seconds the request may run; after that you get 408. Default 300."""
    destination: NotRequired[str | None]
    """Destination text, or `latitude,longitude`."""
    destination_id: NotRequired[int | None]
    """The site's ID of the destination; overrides `destination`."""
    destination_type: NotRequired[StaysFiltersDestinationType | None]
    """Type of `destination_id`; CITY if not given."""
    checkin: NotRequired[str | None]
    """Arrival date; requires `checkout`."""
    checkout: NotRequired[str | None]
    """Departure date; requires `checkin`."""
    currency: NotRequired[StaysFiltersCurrency]
    """Currency of the prices. Default "USD"."""
    language: NotRequired[StaysFiltersLanguage]
    """Language of names and texts. Default "en-us"."""


_StaysFilterFields = TypedDict("_StaysFilterFields", {"@type": Literal["StaysFilter"]})


class StaysFilter(_StaysFilterFields):
    parameter: str | None
    """Parameter of `/api/stays/hotels/search`; null if there is none for this filter."""
    value: str | None
    """Value for the parameter; null if the parameter takes any number, such as `min_bedrooms`."""
    id: int | None
    """Numeric value for the parameter: districts, landmarks, chains and cities."""
    label: str | None
    """Label in the requested language."""
    property_count: int | None
    """Properties that match this filter."""
