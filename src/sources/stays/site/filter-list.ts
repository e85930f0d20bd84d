import { cityProperties } from "./catalogue.ts";
import { type Facility, longLists, offeredAt } from "./facilities.ts";
import lists from "./filter-lists.json" with { type: "json" };
import { type City, indexOfCity } from "./places.ts";
import { tests } from "./search.ts";
import type { Understood } from "./understood.ts";

/** The stand-in's own short lists, as its pages label them: nothing here comes from the reader. */
const shortLists: Record<string, { title: string; options: Facility[] }> = lists;

export interface Option {
  id: string;
  label: string;
  /** Number of matching properties of the place. */
  count: number;
}

export interface Group {
  name: string;
  field: string;
  title: string;
  options: Option[];
  steppers: Option[];
}

/** Whether the stand-in knows a code at all, even if the page's list does not have it. */
export const isKnownCode = (key: string, code: string, language: string): boolean =>
  key === "distance" ? distancesFor(language).includes(code) : filterName(key, code) !== null;

/** The stand-in's name of a filter, wherever it is shown. */
export const filterName = (key: string, code: string): string | null =>
  (shortLists[key]?.options.find(({ id }) => id === code) ?? longLists[key]?.facilities.get(code))?.label ?? null;

const made = new Map<string, Group[]>();

/** The filter groups of a search: the same for every search of a place with dates, or without. */
export function groupsFor(search: Understood): Group[] {
  const key = `${search.cities.map(({ id }) => id)} ${search.stay !== null} ${distancesFor(search.language)}`;
  const known = made.get(key);
  if (known) return known;
  const groups = makeGroups(search).map((group) => counted(group, search));
  made.set(key, groups);
  return groups;
}

function makeGroups(search: Understood): Group[] {
  const [city] = search.cities;
  const at = indexOfCity(city);
  return [
    ...Object.entries(shortLists).map(([field, { title, options }]) => group(field, title, options)),
    ...Object.entries(longLists).map(([field, { title }]) => group(field, title, offeredAt(field, at))),
    ...placeGroups(search.cities, city),
    search.stay
      ? group("privacy_type", "Entire places", [{ id: "3", label: "Entire homes & apartments" }])
      : group("privacy_type_no_date", "Entire places", [{ id: "4", label: "Entire homes & apartments" }]),
    group("SustainablePropertyLevelFilter", "Certifications", [{ id: "4", label: "Sustainability certification" }]),
    group("oos", "Availability", [{ id: "1", label: "Only show available properties" }]),
    group(
      "distance",
      "Distance from center",
      distancesFor(search.language).map((id) => ({ id, label: `Less than ${id} m` })),
    ),
    // Two filters that only the list of some destinations has.
    ...(at % 2 === 0 ? [group("breakfast_score", "Breakfast", [{ id: "80", label: "Highly rated breakfast" }])] : []),
    steppers(at % 2 === 0),
  ];
}

/** Each option with the number of matching properties of the place, whatever else is selected. */
function counted(group: Group, search: Understood): Group {
  const properties = search.cities.flatMap(cityProperties);
  const { fits } = tests[group.field] ?? {};
  if (!fits) return group;
  const options = group.options.map((option) => {
    const code = option.id.slice(option.id.indexOf("=") + 1);
    return { ...option, count: properties.filter((property) => fits(property, code, search)).length };
  });
  return { ...group, options };
}

/** Miles where people count in miles; other distances are skipped. */
export const distancesFor = (language: string): string[] =>
  language === "en-us" ? ["805", "1610", "3220"] : ["1000", "3000", "5000"];

const group = (field: string, title: string, facilities: Facility[]): Group => ({
  name: field,
  field,
  title,
  options: facilities.map(({ id, label }) => ({ id: `${field}=${id}`, label, count: 0 })),
  steppers: [],
});

function placeGroups(cities: City[], city: City): Group[] {
  const chains = new Map(cityProperties(city).flatMap(({ chain }) => (chain ? [[chain.id, chain.name] as const] : [])));
  const named = (list: Array<{ id: number; name: string }>) =>
    list.map(({ id, name }) => ({ id: String(id), label: name }));
  return [
    group("di", "Neighborhood", named(city.districts)),
    group("popular_nearby_landmarks", "Landmarks", named(city.landmarks)),
    group("chaincode", "Brands", named([...chains].map(([id, name]) => ({ id, name })))),
    group("uf", "City", named(cities)),
    ...(cities.length > 1 ? [group("top_destinations", "Top destinations", named(cities))] : []),
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
    steppers: counts.map((stepper) => ({ ...stepper, count: 0 })),
  };
}
