import { propertiesOf } from "./catalogue.ts";
import { type City, cities } from "./places.ts";
import { airportId } from "./search.ts";

interface Label {
  text: string;
  dest_type: string;
  dest_id: string;
}

function entry(city: City, labels: Label[], size: number) {
  const [first, ...rest] = labels;
  const label = labels.map(({ text }) => text).join(", ");
  return {
    cc1: city.countryCode,
    dest_id: first!.dest_id,
    dest_type: first!.dest_type,
    label,
    label1: first!.text,
    label2: rest.map(({ text }) => text).join(", "),
    labels: labels.map((part) => ({ ...part, hl: part === first ? 1 : 0 })),
    latitude: city.latitude,
    lc: "en",
    longitude: city.longitude,
    nr_hotels: size,
    value: label,
  };
}

function* entriesOf(city: City) {
  const country = { text: city.country, dest_type: "country", dest_id: city.countryCode };
  const region = { text: city.region, dest_type: "region", dest_id: String(city.regionId) };
  const itself = { text: city.name, dest_type: "city", dest_id: String(city.id) };
  const above = [itself, region, country];
  yield entry(city, above, city.size);
  yield entry(
    city,
    [{ text: `${city.name} Airport`, dest_type: "airport", dest_id: String(airportId(city)) }, ...above],
    9,
  );
  for (const { id, name } of city.districts)
    yield entry(city, [{ text: name, dest_type: "district", dest_id: String(id) }, ...above], 5);
  for (const { id, name } of city.landmarks)
    yield entry(city, [{ text: name, dest_type: "landmark", dest_id: String(id) }, ...above], 5);
}

const sizeOf = (fits: (city: City) => boolean) => cities.filter(fits).reduce((sum, { size }) => sum + size, 0);

function* wider() {
  for (const region of new Set(cities.map((city) => city.regionId))) {
    const city = cities.find(({ regionId }) => regionId === region)!;
    const labels = [
      { text: city.region, dest_type: "region", dest_id: String(region) },
      { text: city.country, dest_type: "country", dest_id: city.countryCode },
    ];
    yield entry(
      city,
      labels,
      sizeOf(({ regionId }) => regionId === region),
    );
  }
  for (const code of new Set(cities.map((city) => city.countryCode))) {
    const city = cities.find(({ countryCode }) => countryCode === code)!;
    const label = { text: city.country, dest_type: "country", dest_id: code };
    yield entry(
      city,
      [label],
      sizeOf(({ countryCode }) => countryCode === code),
    );
  }
}

const everything = () => [...cities.flatMap((city) => [...entriesOf(city)]), ...wider()];
let entries: ReturnType<typeof everything> | null = null;
let hotels: Array<ReturnType<typeof entry>> | null = null;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What the site suggests for a text: whatever has all its words, hotels of the city among them, in no good order. */
export function suggest(query: string, size: number) {
  entries ??= everything();
  const words = plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const fits = (label: string) => words.length > 0 && words.every((word) => plain(label).includes(word));
  const found = entries.filter(({ label }) => fits(label));
  hotels ??= cities.flatMap((city) =>
    propertiesOf(city)
      .slice(0, 1)
      .map((property) => hotelEntry(city, property)),
  );
  const known = hotels.filter(({ label1, labels }) => fits(label1) || fits(labels[1]!.text));
  return { results: [...known, ...found.sort((a, b) => b.nr_hotels - a.nr_hotels)].slice(0, Math.max(size, 1)) };
}

const hotelEntry = (city: City, { id, name }: { id: number; name: string }) =>
  entry(
    city,
    [
      { text: name, dest_type: "hotel", dest_id: String(id) },
      { text: city.name, dest_type: "city", dest_id: String(city.id) },
      { text: city.region, dest_type: "region", dest_id: String(city.regionId) },
      { text: city.country, dest_type: "country", dest_id: city.countryCode },
    ],
    1,
  );
