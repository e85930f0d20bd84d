import { distanceBetween } from "../../../source-kit/stand-in/distance.ts";
import { seeded } from "../../../source-kit/stand-in/seeded.ts";
import places from "./places.json" with { type: "json" };

/** Odd behaviour of a destination of the stand-in. */
export type Oddity = "challenge" | "shell" | "landing" | "empty" | "rendered" | "flicker" | "loop";

/** With how far inland the houses of a city on the water are from its centre. */
type Row = [
  name: string,
  region: string,
  code: string,
  country: string,
  lat: number,
  lon: number,
  beach: boolean,
  north: number,
  east: number,
];

const ROWS = places as Row[];

/** Places with odd responses, so that every odd response can be requested by name. */
const ODD: Array<[name: string, oddity: Oddity]> = [
  ["Challengeford", "challenge"],
  ["Shellbrook", "shell"],
  ["Landingham", "landing"],
  ["Emptyville", "empty"],
  ["Cardington", "rendered"],
  ["Flickerton", "flicker"],
  ["Loopham", "loop"],
];

const ODD_SIZES: Partial<Record<Oddity, number>> = { empty: 0, loop: 900 };

const DISTRICT_NAMES = ["Old Town", "Riverside", "University Quarter", "Harbour", "North End", "Garden District"];
const LANDMARK_NAMES = ["Cathedral", "Central Station", "City Museum", "Opera House", "Botanical Garden"];

/** The first city is larger than what the site shows of one search. */
const FIRST_SIZE = 1_200;

function makeCity(row: Row, index: number, size: number, oddity: Oddity | null) {
  const [name, region, countryCode, country, latitude, longitude, hasBeach, north, east] = row;
  const chance = seeded(`stays city ${name}`);
  const houses = { latitude: latitude + north, longitude: longitude + east };
  const near = (value: number) => value + (chance.next() - 0.5) / 12;
  return {
    /** The site's ids of cities are negative. */
    id: -(100_000 + index * 137),
    name,
    region,
    regionId: 2_000 + regionNames.indexOf(region),
    countryCode,
    country,
    latitude,
    longitude,
    /** The centre of its houses. */
    houses,
    size,
    hasBeach,
    districts: DISTRICT_NAMES.map((district, at) => ({ id: 5_000 + index * 10 + at, name: district })),
    landmarks: LANDMARK_NAMES.map((landmark, at) => ({
      id: 70_000 + index * 10 + at,
      name: `${name} ${landmark}`,
      latitude: near(houses.latitude),
      longitude: near(houses.longitude),
    })),
    oddity,
  };
}

export type City = ReturnType<typeof makeCity>;

const regionNames = [...new Set(ROWS.map((row) => row[1])), "Oddshire"];

export const cities: readonly City[] = [
  ...ROWS.map((row, index) => makeCity(row, index, index === 0 ? FIRST_SIZE : 40 + ((index * 7) % 31), null)),
  ...ODD.map(([name, oddity], at) =>
    makeCity(
      [name, "Oddshire", "gb", "United Kingdom", 54 + at / 10, -2, false, 0, 0],
      ROWS.length + at,
      ODD_SIZES[oddity] ?? 30,
      oddity,
    ),
  ),
];

export const indexOfCity = (city: City): number => cities.indexOf(city);

const EARTH_METERS = 6_371_000;
type Point = Parameters<typeof distanceBetween>[0];

export const metersBetween = (a: Point, b: Point): number => Math.round(distanceBetween(a, b, EARTH_METERS));
