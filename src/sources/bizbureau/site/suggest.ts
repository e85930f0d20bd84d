import { type Town, townName, towns } from "./towns.ts";

/** The places that begin with the typed text: cities with their states, or ZIP codes. */
export function suggested(query: URLSearchParams): object[] {
  const input = (query.get("input") ?? "").trim().toLowerCase();
  const max = Number(query.get("maxMatches")) || 10;
  if (input === "") return [];
  return towns()
    .filter(({ country }) => country === (query.get("country") ?? "USA"))
    .flatMap((town) => matches(town, input))
    .slice(0, max);
}

function matches(town: Town, input: string): object[] {
  const { city, state, country, zip, lat, lng } = town;
  const place = { city, state, countryCode: country, latLng: `${lat},${lng}` };
  if (townName(town).toLowerCase().startsWith(input)) return [{ displayText: townName(town), ...place }];
  const whole = `${townName(town)} ${zip}`;
  const isOfCode = [zip, whole].some((text) => text.toLowerCase().startsWith(input));
  return isOfCode ? [{ displayText: whole, ...place, zipCode: zip }] : [];
}
