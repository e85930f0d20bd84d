import { folded } from "../../../contract/same-text.ts";
import { cityProperties } from "./catalogue.ts";
import { type City, cities } from "./places.ts";
import { airportId } from "./search.ts";

interface Label {
  text: string;
  dest_type: string;
  dest_id: string;
}

function entry(city: City, labels: [Label, ...Label[]], size: number) {
  const [first, ...rest] = labels;
  const label = labels.map(({ text }) => text).join(", ");
  return {
    cc1: city.countryCode,
    dest_id: first.dest_id,
    dest_type: first.dest_type,
    label,
    label1: first.text,
    label2: rest.map(({ text }) => text).join(", "),
    labels: labels.map((part) => ({ ...part, hl: part === first ? 1 : 0 })),
    latitude: city.latitude,
    lc: "en",
    longitude: city.longitude,
    nr_hotels: size,
    value: label,
  };
}

/** Something in a city. */
const entryIn = (city: City, kind: string, { id, name }: { id: number; name: string }, size: number) =>
  entry(
    city,
    [{ text: name, dest_type: kind, dest_id: String(id) }, cityLabel(city), regionLabel(city), countryLabel(city)],
    size,
  );

function* entriesOf(city: City) {
  yield entry(city, [cityLabel(city), regionLabel(city), countryLabel(city)], city.size);
  yield entryIn(city, "airport", { id: airportId(city), name: `${city.name} Airport` }, 9);
  for (const district of city.districts) yield entryIn(city, "district", district, 5);
  for (const landmark of city.landmarks) yield entryIn(city, "landmark", landmark, 5);
}

/** The first city of each area, with the area's number of properties. */
const firsts = (areaOf: (city: City) => unknown): Array<[City, number]> =>
  cities
    .filter((city) => city === cities.find((other) => areaOf(other) === areaOf(city)))
    .map((first) => [
      first,
      cities.filter((city) => areaOf(city) === areaOf(first)).reduce((sum, { size }) => sum + size, 0),
    ]);

const countryLabel = (city: City): Label => ({
  text: city.country,
  dest_type: "country",
  dest_id: city.countryCode,
});
const regionLabel = (city: City): Label => ({ text: city.region, dest_type: "region", dest_id: String(city.regionId) });
const cityLabel = (city: City): Label => ({ text: city.name, dest_type: "city", dest_id: String(city.id) });

function* wider() {
  for (const [city, size] of firsts(({ regionId }) => regionId)) {
    yield entry(city, [regionLabel(city), countryLabel(city)], size);
  }
  for (const [city, size] of firsts(({ countryCode }) => countryCode)) yield entry(city, [countryLabel(city)], size);
}

const everything = () => [...cities.flatMap((city) => [...entriesOf(city)]), ...wider()];
let entries: ReturnType<typeof everything> | null = null;
let hotels: Array<ReturnType<typeof entry>> | null = null;

/** Words around a name that say nothing of where it is. */
const FILLERS = new Set("city dc centre center downtown hotel hotels in the of near to stay cheap".split(" "));

/** The site's suggestions for a text: whatever has all its words, including hotels of the city, in no good order. */
export function suggest(query: string, size: number, language: string) {
  entries ??= everything();
  const words = folded(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((word) => !FILLERS.has(word));
  const fits = (label: string, wanted = words) =>
    wanted.length > 0 && wanted.every((word) => folded(label).includes(word));
  const found = entries.filter(
    ({ label, label1 }) => fits(label) || (fits(label1, telling) && telling.length < words.length),
  );
  hotels ??= cities.flatMap((city) =>
    cityProperties(city)
      .slice(0, 1)
      .map((property) => entryIn(city, "hotel", property, 1)),
  );
  const known = hotels.filter(({ label1, labels }) => fits(label1) || fits(labels[1]?.text ?? ""));
  const best = [...known, ...found.sort((a, b) => b.nr_hotels - a.nr_hotels)].slice(0, Math.max(size, 1));
  return { results: best.map((entry, place) => ({ ...entry, roundtrip: roundtrip(place, language, query) })) };
}

/** The token that a search sends back: a small message with the place of the entry, the language and the typed text. */
function roundtrip(place: number, language: string, typed: string): string {
  const text = (tag: number, value: string) => {
    const bytes = Buffer.from(value);
    const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
    return [tag, ...length, ...bytes];
  };
  const message = [...text(26, ""), 32, place, 40, 1, ...text(50, language.slice(0, 2)), ...text(58, typed), 64, 0];
  return Buffer.from([...message, ...text(74, ""), 80, 0]).toString("base64");
}
