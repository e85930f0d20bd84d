import { filterLists } from "../hotels-search/filters/filter-codes.ts";
import { propertiesOf } from "./catalogue.ts";
import { type Facility, hotelFacilities, labelOf, offered, roomFacilities } from "./facilities.ts";
import { type City, indexOfCity } from "./places.ts";
import type { Understood } from "./search.ts";

export interface Option {
  id: string;
  label: string;
}

export interface Group {
  name: string;
  field: string;
  title: string;
  options: Option[];
  steppers: Option[];
}

const USUAL = 25;
/** Kinds of property that only the list tells: one has no code outside the site, the code of the other is wrong there. */
const TOLD_BY_LIST = [
  { id: "231", label: "Cruises" },
  { id: "232", label: "Economy Hotels" },
];

const fromTable = (field: keyof typeof filterLists): Facility[] =>
  Object.entries(filterLists[field].codes).flatMap(([value, { code }]) =>
    code ? [{ id: code, label: labelOf(value) }] : [],
  );

const known = (field: keyof typeof filterLists, all: Map<string, Facility>) => {
  const labels = new Set(Object.keys(filterLists[field].codes).map(labelOf));
  return new Map([...all].filter(([, { label }]) => labels.has(label)));
};

const all = {
  hotelfacility: known("property_amenities", hotelFacilities),
  popular_activities: known("activities", hotelFacilities),
  accessible_facilities: known("property_accessibility", hotelFacilities),
  roomfacility: known("room_amenities", roomFacilities),
  accessible_room_facilities: known("room_accessibility", roomFacilities),
};

const tables: Record<string, Facility[]> = {
  ht_id: [...fromTable("property_types").filter(({ label }) => label !== "Economy hotel"), ...TOLD_BY_LIST],
  class: fromTable("star_ratings"),
  review_score: fromTable("min_review_score"),
  mealplan: fromTable("meal_plans"),
  tdb: fromTable("bed_types"),
  stay_type: fromTable("travel_groups"),
  fc: fromTable("booking_policies"),
  pmt: fromTable("payment_options"),
};

/** Whether the stand-in knows a code at all; a code may be known and yet not be in the list of the page. */
export const isKnownCode = (key: string, code: string): boolean =>
  tables[key]?.some(({ id }) => id === code) ?? all[key as keyof typeof all]?.has(code) ?? false;

const TITLES: Record<string, string> = {
  ht_id: "Property Type",
  class: "Property rating",
  review_score: "Review score",
  mealplan: "Meals",
  tdb: "Bed Preference",
  stay_type: "Travel Group",
  fc: "Reservation Policy",
  pmt: "Online payment",
  hotelfacility: "Amenities",
  popular_activities: "Fun Things To Do",
  accessible_facilities: "Property Accessibility",
  roomfacility: "Room amenities",
  accessible_room_facilities: "Room Accessibility",
};

const made = new Map<string, Group[]>();

/** The groups of filters that a search is offered with: the same for every search of a place with dates, or without. */
export function groupsFor(search: Understood): Group[] {
  const key = `${search.cities.map(({ id }) => id)} ${search.stay !== null}`;
  const known = made.get(key);
  if (known) return known;
  const groups = makeGroups(search);
  made.set(key, groups);
  return groups;
}

function makeGroups(search: Understood): Group[] {
  const city = search.cities[0]!;
  const at = indexOfCity(city);
  const options = (key: string): Facility[] => tables[key] ?? offered(all[key as keyof typeof all], at, USUAL);
  return [
    ...Object.entries(TITLES).map(([field, title]) => group(field, title, options(field))),
    ...placeGroups(search.cities, city),
    search.stay
      ? group("privacy_type", "Entire places", [{ id: "3", label: "Entire homes & apartments" }])
      : group("privacy_type_no_date", "Entire places", [{ id: "4", label: "Entire homes & apartments" }]),
    group("SustainablePropertyLevelFilter", "Certifications", [{ id: "4", label: "Sustainability certification" }]),
    group("oos", "Availability", [{ id: "1", label: "Only show available properties" }]),
    group(
      "distance",
      "Distance from center",
      ["1000", "3000", "5000"].map((id) => ({ id, label: `Less than ${id} m` })),
    ),
    // Two filters that only the list of some destinations tells.
    ...(at % 2 === 0 ? [group("breakfast_score", "Breakfast", [{ id: "80", label: "Highly rated breakfast" }])] : []),
    steppers(at % 2 === 0),
  ];
}

const group = (field: string, title: string, facilities: Facility[]): Group => ({
  name: field,
  field,
  title,
  options: facilities.map(({ id, label }) => ({ id: `${field}=${id}`, label })),
  steppers: [],
});

function placeGroups(cities: City[], city: City): Group[] {
  const chains = new Map(propertiesOf(city).flatMap(({ chain }) => (chain ? [[chain.id, chain.name] as const] : [])));
  const named = (list: Array<{ id: number; name: string }>) =>
    list.map(({ id, name }) => ({ id: String(id), label: name }));
  return [
    group("di", "Neighborhood", named(city.districts)),
    group("popular_nearby_landmarks", "Landmarks", named(city.landmarks)),
    group("chaincode", "Brands", named([...chains].map(([id, name]) => ({ id, name })))),
    group("uf", "City", named(cities)),
  ];
}

function steppers(hasBeds: boolean): Group {
  const counts = [
    { id: "entire_place_bedroom_count", label: "Bedrooms" },
    { id: "min_bathrooms", label: "Bathrooms" },
    ...(hasBeds ? [{ id: "entire_place_bed_count", label: "Beds" }] : []),
  ];
  return {
    name: "unit_config_grouped",
    field: "unit_config_grouped",
    title: "Bedrooms and bathrooms",
    options: [],
    steppers: counts,
  };
}
