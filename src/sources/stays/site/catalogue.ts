import { keysOf } from "../../../source-kit/keys-of.ts";
import { onDemand } from "../../../source-kit/stand-in/lists.ts";
import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import { type Seeded, seeded } from "../../../source-kit/stand-in/seeded.ts";
import kinds from "./kinds.json" with { type: "json" };
import { type City, cities, metersBetween } from "./places.ts";

/** Kinds that the list of them, with names and stars, does not have. No filter names 202. */
const RARE_TYPES = [205, 209, 212, 219, 225, 226, 227, 231, 234, 235];
const ENTIRE = new Set([201, 213, 220, 223, 228]);
const CHAINS = ["Meridian Inns", "Blue Heron", "Northgate", "Casa Serena", "Urban Nest"].map((name, at) => ({
  id: 3_000 + at * 11,
  name,
}));
const FIRST = ["Grand", "Little", "Royal", "Old", "Garden", "Harbour", "Sunny", "Quiet", "Central", "Green"];
const STREETS = ["Market Street", "Church Lane", "Station Road", "Mill Street", "Park Avenue", "Bridge Street"];

const someOf = (chance: Seeded, codes: string[], probability: number) => codes.filter(() => chance.chance(probability));

/** Breakfast alone, or with other meals; nothing for some. */
const MEALS = [[], [], ["1"], ["1"], ["1", "8"], ["1", "9"], ["1", "3"], ["3", "4"], ["4"]];

const PROPERTY_IDS = 400_000;

function makeProperty(city: City, cityIndex: number, index: number) {
  const chance = seeded(`stays property ${city.name} ${index}`);
  const id = PROPERTY_IDS + cityIndex * 2_000 + index;
  const rare = { type: 0, names: ["House", "Terrace"], stars: [0, 0] };
  const kind = chance.chance(0.12) ? { ...rare, type: chance.pick(RARE_TYPES) } : chance.pick(kinds);
  const typeId = kind.type;
  const isEntireHome = ENTIRE.has(typeId);
  const words = `${chance.pick(FIRST)} ${city.name} ${chance.pick(kind.names)}`;
  const latitude = round(city.houses.latitude + (chance.next() - 0.5) / 10, 7);
  const longitude = round(city.houses.longitude + (chance.next() - 0.5) / 10, 7);
  const here = { latitude, longitude };
  const [fewest = 0, most = 0] = kind.stars;
  const stars = fewest > 0 && chance.chance(0.95) ? chance.int(fewest, most) : null;
  const reviews = chance.chance(0.06) ? 0 : chance.int(1, 4_000);
  return {
    id,
    alias: `${toSlug(words)}-${index}`,
    name: chance.chance(0.05) ? `${words} & Spa ${index}` : `${words} ${index}`,
    city,
    district: chance.chance(0.6) ? chance.pick(city.districts) : null,
    latitude,
    longitude,
    metersFromCenter: metersBetween(here, city),
    metersFromBeach: city.hasBeach && chance.chance(0.7) ? chance.int(1, 40) * 50 : null,
    landmarks: city.landmarks
      .filter((landmark) => metersBetween(here, landmark) < 2_000)
      .map((landmark) => landmark.id),
    address: `${chance.pick(STREETS)} ${chance.int(1, 180)}`,
    typeId,
    isEntireHome,
    stars,
    starSymbol: symbol(stars, isEntireHome),
    score: reviews === 0 ? null : chance.int(45, 100) / 10,
    reviews,
    breakfastScore: chance.int(50, 100) / 10,
    chain: chance.chance(0.25) ? chance.pick(CHAINS) : null,
    photo: 100_000_000 + id * 7,
    /** The nightly price in euro, before date and guests are considered. */
    nightlyEuro: (25 + chance.next() * 60) * (0.6 + (stars ?? 2) * 0.4),
    discount: chance.chance(0.3) ? chance.int(5, 35) / 100 : 0,
    chargesEuro: chance.chance(0.5) ? chance.next() * 12 : 0,
    room: makeRoom(chance, id, isEntireHome),
    /** The site's codes of included meals. */
    meals: [...chance.pick(MEALS), ...(isEntireHome || chance.chance(0.2) ? ["999"] : [])],
    policies: someOf(chance, ["2", "5", "14"], 0.45),
    travelGroups: someOf(chance, ["1", "2", "4"], 0.35),
    payments: someOf(chance, ["101", "102"], 0.5),
    petsForFree: chance.chance(0.2),
    isSustainable: chance.chance(0.25),
    certifications: chance.chance(0.15) ? ["Green Key", "EU Ecolabel"].slice(0, chance.int(1, 2)) : [],
    trader: chance.chance(0.6) ? "PROFESSIONAL" : "PRIVATE",
    popularity: chance.next(),
    hasCoordinates: chance.chance(0.8),
  };
}

export type Property = ReturnType<typeof makeProperty>;

function symbol(stars: number | null, isEntireHome: boolean) {
  if (stars === null) return "NONE";
  return isEntireHome ? "TILES" : "STARS";
}

/** Beds of a room by its name. */
const BEDS = { double: 1, twin: 2, suite: 2 };

function makeRoom(chance: Seeded, id: number, isEntireHome: boolean) {
  const bedrooms = isEntireHome ? chance.int(1, 4) : 0;
  const name = isEntireHome ? "apartment" : chance.pick(keysOf(BEDS));
  const beds = isEntireHome ? bedrooms + chance.int(0, 2) : BEDS[name as keyof typeof BEDS];
  return {
    id: id * 100 + chance.int(1, 9),
    name,
    bedrooms,
    bathrooms: isEntireHome ? chance.int(1, 3) : chance.int(0, 1),
    beds,
    kitchens: isEntireHome ? 1 : 0,
    livingRooms: isEntireHome ? chance.int(0, 1) : 0,
    squareMeters: chance.chance(0.6) ? chance.int(12, 160) : null,
    /** The site's codes of beds: twin 2, double 3, queen 5, king 6. */
    bedTypes: someOf(chance, ["2", "3", "5", "6"], 0.4),
    sleeps: name === "twin" ? beds : beds * 2,
  };
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The properties of a city. */
export const cityProperties = onDemand((city: City): Property[] => {
  const cityIndex = cities.indexOf(city);
  return Array.from({ length: city.size }, (_, index) => makeProperty(city, cityIndex, index));
});
