import { seeded } from "../../../contract/seeded.ts";
import { distanceBetween } from "../../../source-kit/stand-in/distance.ts";

/** Odd behaviour of a destination of the stand-in. */
export type Oddity = "challenge" | "shell" | "landing" | "empty" | "rendered" | "flicker" | "loop";

type Row = [name: string, region: string, code: string, country: string, lat: number, lon: number, beach?: boolean];

const ROWS: Row[] = [
  ["Lisbon", "Lisbon Region", "pt", "Portugal", 38.7223, -9.1393],
  ["Porto", "Norte", "pt", "Portugal", 41.1579, -8.6291, true],
  ["Faro", "Algarve", "pt", "Portugal", 37.0194, -7.9304, true],
  ["Funchal", "Madeira", "pt", "Portugal", 32.6669, -16.9241, true],
  ["Madrid", "Community of Madrid", "es", "Spain", 40.4168, -3.7038],
  ["Barcelona", "Catalonia", "es", "Spain", 41.3874, 2.1686, true],
  ["Seville", "Andalusia", "es", "Spain", 37.3891, -5.9845],
  ["Valencia", "Valencia Community", "es", "Spain", 39.4699, -0.3763, true],
  ["Paris", "Île de France", "fr", "France", 48.8566, 2.3522],
  ["Lyon", "Auvergne-Rhône-Alpes", "fr", "France", 45.764, 4.8357],
  ["Nice", "Provence-Alpes-Côte d'Azur", "fr", "France", 43.7102, 7.262, true],
  ["Bordeaux", "Nouvelle-Aquitaine", "fr", "France", 44.8378, -0.5792],
  ["Rome", "Lazio", "it", "Italy", 41.9028, 12.4964],
  ["Milan", "Lombardy", "it", "Italy", 45.4642, 9.19],
  ["Venice", "Veneto", "it", "Italy", 45.4408, 12.3155, true],
  ["Naples", "Campania", "it", "Italy", 40.8518, 14.2681, true],
  ["Berlin", "Berlin Federal State", "de", "Germany", 52.52, 13.405],
  ["Munich", "Bavaria", "de", "Germany", 48.1351, 11.582],
  ["Hamburg", "Hamburg Federal State", "de", "Germany", 53.5511, 9.9937],
  ["Cologne", "North Rhine-Westphalia", "de", "Germany", 50.9375, 6.9603],
  ["Amsterdam", "Noord-Holland", "nl", "Netherlands", 52.3676, 4.9041],
  ["Rotterdam", "Zuid-Holland", "nl", "Netherlands", 51.9244, 4.4777],
  ["Zandvoort", "Noord-Holland", "nl", "Netherlands", 52.3712, 4.5337, true],
  ["Vienna", "Vienna (state)", "at", "Austria", 48.2082, 16.3738],
  ["Salzburg", "Salzburg (state)", "at", "Austria", 47.8095, 13.055],
  ["Prague", "Prague Region", "cz", "Czech Republic", 50.0755, 14.4378],
  ["Budapest", "Pest County", "hu", "Hungary", 47.4979, 19.0402],
  ["Athens", "Attica", "gr", "Greece", 37.9838, 23.7275],
  ["Thessaloniki", "Central Macedonia", "gr", "Greece", 40.6401, 22.9444, true],
  ["London", "Greater London", "gb", "United Kingdom", 51.5072, -0.1276],
  ["Edinburgh", "Scotland", "gb", "United Kingdom", 55.9533, -3.1883],
  ["Dublin", "Leinster", "ie", "Ireland", 53.3498, -6.2603],
  ["Copenhagen", "Region Hovedstaden", "dk", "Denmark", 55.6761, 12.5683],
  ["Stockholm", "Stockholm county", "se", "Sweden", 59.3293, 18.0686],
  ["Tokyo", "Tokyo-to", "jp", "Japan", 35.6762, 139.6503],
  ["Kyoto", "Kansai", "jp", "Japan", 35.0116, 135.7681],
  ["New York", "New York State", "us", "United States", 40.7128, -74.006],
  ["Chicago", "Illinois", "us", "United States", 41.8781, -87.6298],
  ["Ho Chi Minh City", "Ho Chi Minh Municipality", "vn", "Vietnam", 10.7769, 106.7009],
  ["Da Nang", "Da Nang Municipality", "vn", "Vietnam", 16.0544, 108.2022, true],
];

/** How far inland the houses of a city on the water are from its centre. */
const INLAND: Record<string, [latitude: number, longitude: number]> = {
  Lisbon: [0.05, -0.02],
  Porto: [0, 0.04],
  Faro: [0.05, 0],
  Funchal: [0.03, 0.01],
  Barcelona: [0.02, -0.03],
  Valencia: [0, -0.01],
  Nice: [0.04, 0],
  Venice: [0.09, -0.07],
  Naples: [0.04, 0],
  Zandvoort: [-0.03, 0.06],
  Athens: [0.01, 0.01],
  Thessaloniki: [0.03, 0.05],
  Edinburgh: [-0.04, 0],
  Dublin: [0, -0.01],
  Copenhagen: [0.05, -0.06],
  Stockholm: [-0.02, -0.03],
  "New York": [-0.07, 0.06],
  "Da Nang": [-0.03, -0.04],
  Chicago: [0, -0.07],
};

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
  const [name, region, countryCode, country, latitude, longitude, hasBeach = false] = row;
  const chance = seeded(`stays city ${name}`);
  const [north, east] = INLAND[name] ?? [0, 0];
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
      [name, "Oddshire", "gb", "United Kingdom", 54 + at / 10, -2],
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
