import { cityProperties, type Property } from "./catalogue.ts";
import { facilitiesAt } from "./facilities.ts";
import { orderCalled, orders } from "./orders.ts";
import { type City, cities, metersBetween } from "./places.ts";
import { isSoldOut, nightlyPrice, toStay } from "./prices.ts";
import type { Circumstances, Understood } from "./understood.ts";

type Test = (property: Property, code: string, context: Circumstances) => boolean;

const has =
  (kind: "hotel" | "room"): Test =>
  (property, code) =>
    facilitiesAt(property, kind).has(code);

/** Every filter of the stand-in. With `any`, one of several codes must match; with the others, all must. */
export const tests: Record<string, { fits: Test; any?: true; known?: RegExp }> = {
  ht_id: { any: true, fits: (property, code) => String(property.typeId) === code },
  class: { any: true, fits: (property, code) => String(property.stars) === code },
  review_score: { any: true, fits: ({ score }, code) => score !== null && score * 10 >= Number(code) },
  mealplan: { any: true, fits: ({ meals }, code) => meals.includes(code) },
  tdb: { any: true, fits: ({ room }, code) => room.bedTypes.includes(code) },
  stay_type: { fits: ({ travelGroups }, code) => travelGroups.includes(code) },
  fc: { fits: ({ policies }, code) => policies.includes(code) },
  pmt: { fits: ({ payments }, code) => payments.includes(code) },
  hotelfacility: { fits: has("hotel") },
  popular_activities: { fits: has("hotel") },
  accessible_facilities: { fits: has("hotel") },
  roomfacility: { fits: has("room") },
  accessible_room_facilities: { fits: has("room") },
  privacy_type: { known: /^3$/, fits: ({ isEntireHome }) => isEntireHome },
  privacy_type_no_date: { known: /^4$/, fits: ({ isEntireHome }) => isEntireHome },
  SustainablePropertyLevelFilter: { known: /^4$/, fits: ({ isSustainable }) => isSustainable },
  breakfast_score: { known: /^80$/, fits: ({ breakfastScore }) => breakfastScore >= 8 },
  oos: { known: /^1$/, fits: (property, _, { stay }) => stay === null || !isSoldOut(property, stay) },
  distance: { fits: ({ metersFromCenter }, code) => metersFromCenter <= Number(code) },
  entire_place_bedroom_count: { known: /^\d+$/, fits: ({ room }, code) => room.bedrooms >= Number(code) },
  min_bathrooms: { known: /^\d+$/, fits: ({ room }, code) => room.bathrooms >= Number(code) },
  entire_place_bed_count: { known: /^\d+$/, fits: ({ room }, code) => room.beds >= Number(code) },
  di: { any: true, known: /^\d+$/, fits: ({ district }, code) => String(district?.id) === code },
  popular_nearby_landmarks: {
    any: true,
    known: /^\d+$/,
    fits: ({ landmarks }, code) => landmarks.includes(Number(code)),
  },
  chaincode: { any: true, known: /^\d+$/, fits: ({ chain }, code) => String(chain?.id) === code },
  uf: { any: true, known: /^-?\d+$/, fits: ({ city }, code) => String(city.id) === code },
  top_destinations: { any: true, known: /^-?\d+$/, fits: ({ city }, code) => String(city.id) === code },
  price: { known: /^[A-Z]{3}-(\d+|min)-(\d+|max)-1$/, fits: fitsPrice },
};

function fitsPrice(property: Property, code: string, { stay, party }: Circumstances): boolean {
  const [currency = "", low, high] = code.split("-");
  const nightly = nightlyPrice(property, stay, party, currency);
  return (low === "min" || nightly >= Number(low)) && (high === "max" || nightly <= Number(high));
}

type IsKnown = (key: string, code: string, language: string) => boolean;

/** Parses the address. Null for a place that the stand-in does not have. */
export function understand(query: URLSearchParams, isKnown: IsKnown): Understood | null {
  const get = (name: string) => query.get(name) ?? "";
  const language = get("lang") || "en-us";
  const point =
    get("dest_type") === "latlong" ? { latitude: Number(get("latitude")), longitude: Number(get("longitude")) } : null;
  const [city, ...others] = point ? near(point) : citiesOf(get("dest_type") || "city", get("dest_id"));
  if (!city) return null;
  const applied = get("nflt")
    .split(";")
    .filter((id) => {
      const at = id.indexOf("=");
      const [key, code] = [id.slice(0, at), id.slice(at + 1)];
      const test = tests[key];
      return at > 0 && test !== undefined && (test.known ? test.known.test(code) : isKnown(key, code, language));
    });
  return {
    cities: [city, ...others],
    destType: get("dest_type") || "city",
    destId: get("dest_id"),
    ss: get("ss"),
    point,
    stay: toStay(query.get("checkin"), query.get("checkout")),
    party: {
      adults: Number(get("group_adults") || 2),
      children: query.getAll("age").map(Number),
      rooms: Number(get("no_rooms") || 1),
    },
    currency: get("selected_currency") || "EUR",
    language,
    order: orderCalled(get("order")),
    purpose: get("sb_travel_purpose"),
    offset: Number(get("offset") || 0),
    // Without an offset the page scrolls automatically and starts shorter.
    rows: query.has("offset") ? 25 : 15,
    repeated: 0,
    applied,
  };
}

const NEAR_METERS = 30_000;
const near = (point: { latitude: number; longitude: number }) =>
  cities.filter((city) => city.oddity === null && metersBetween(point, city) < NEAR_METERS);

function citiesOf(kind: string, id: string): City[] {
  const fits: Record<string, (city: City) => boolean> = {
    city: (city) => String(city.id) === id,
    region: (city) => String(city.regionId) === id,
    country: (city) => city.countryCode === id,
    district: (city) => city.districts.some((district) => String(district.id) === id),
    landmark: (city) => city.landmarks.some((landmark) => String(landmark.id) === id),
    airport: (city) => String(airportId(city)) === id,
    hotel: (city) => cityProperties(city).some((property) => String(property.id) === id),
  };
  return cities.filter(fits[kind] ?? (() => false));
}

export const airportId = (city: City): number => 9_000 + cities.indexOf(city);

/** All matches, in the requested order. */
export function matching(search: Understood): Property[] {
  const { party, destType, destId } = search;
  const heads = party.adults + party.children.length;
  const groups = new Map<string, string[]>();
  for (const id of search.applied) {
    const [key, code] = [id.slice(0, id.indexOf("=")), id.slice(id.indexOf("=") + 1)];
    groups.set(key, [...(groups.get(key) ?? []), code]);
  }
  const fitsPlace = (property: Property) =>
    (destType !== "district" || String(property.district?.id) === destId) &&
    (destType !== "hotel" || String(property.id) === destId);
  const fits = (property: Property) =>
    fitsPlace(property) &&
    property.room.sleeps * party.rooms >= heads &&
    [...groups].every(([key, codes]) => {
      const test = tests[key];
      const fitsCode = (code: string) => test === undefined || test.fits(property, code, search);
      return test?.any ? codes.some(fitsCode) : codes.every(fitsCode);
    });
  return search.cities.flatMap(cityProperties).filter(fits).sort(orders[search.order](search));
}
