import { distanceBetween } from "../../../source-kit/stand-in/distance.ts";
import { type Listing, listings } from "./catalogue.ts";
import { type Town, townName, towns } from "./towns.ts";

/** The listings that match a query of the site, in the requested order. */
export function find(query: URLSearchParams): Listing[] {
  const words = (query.get("find_text") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const near = placeFilter(query);
  if (words.length === 0 || !near) return [];
  const letters = query.getAll("filter_ratings");
  const accredited = query.get("filter_accredited") === "1";
  const found = listings().filter(
    (listing) =>
      near(listing) &&
      (!accredited || listing.accredited) &&
      (letters.length === 0 || letters.includes(listing.grade.charAt(0))) &&
      speaksOf(listing, words),
  );
  return inOrder(found, query.get("sort") ?? "Relevance", words);
}

/** "plumbing", "plumbers" and "plumber" are one word. */
const stem = (word: string): string => word.replace(/(?:ing|ers?|ors?|ies|y|s)$/, "");

const hasAll = ({ name, also = "" }: { name: string; also?: string }, words: string[]) => {
  const inLower = `${name} ${also}`.toLowerCase();
  return words.every((word) => inLower.includes(word.length > 4 ? stem(word) : word));
};

const speaksOf = (listing: Listing, words: string[]) => [listing, ...listing.trades].some((one) => hasAll(one, words));

const EARTH_MILES = 3_958.8;

/** Null if the site does not know the place, or the query has none. */
function placeFilter(query: URLSearchParams): ((listing: Listing) => boolean) | null {
  const place = (query.get("find_loc") ?? "").trim();
  const country = query.get("find_country") ?? "USA";
  if (place === "") return null;
  if (place.toUpperCase() === "USA") return ({ town }) => town.country === "USA";
  if (/^canada$/i.test(place)) return ({ town }) => town.country === "CAN";
  const centre = townCalled(place, country);
  if (!centre) return null;
  const miles = Number(query.get("filter_distance"));
  // The distance was only ever seen with coordinates: without them the stand-in ignores it.
  const [latitude, longitude] = (query.get("find_latlng") ?? "").split(",").map(Number);
  return miles > 0 && latitude && longitude
    ? ({ town, lat, lng }) =>
        town.country === country &&
        distanceBetween({ latitude, longitude }, { latitude: lat, longitude: lng }, EARTH_MILES) <= miles
    : ({ town }) => town.index === centre.index;
}

export function townCalled(place: string, country: string): Town | null {
  const wanted = place.toLowerCase().replace(/\s*,\s*/, ", ");
  const here = (town: Town) =>
    [townName(town), `${townName(town)} ${town.zip}`, town.zip].some((name) => name.toLowerCase() === wanted);
  return towns().find((town) => town.country === country && here(town)) ?? null;
}

function inOrder(found: Listing[], sort: string, words: string[]): Listing[] {
  const byName = (a: Listing, b: Listing) => Number(a.name > b.name) - Number(a.name < b.name) || a.index - b.index;
  if (sort === "AToZ") return found.sort(byName);
  if (sort === "ZToA") return found.sort((a, b) => byName(b, a));
  if (sort === "Rating") return found.sort((a, b) => b.score - a.score || a.index - b.index);
  const weight = (listing: Listing) => (listing.accredited ? 2 : 0) + (hasAll(listing, words) ? 1 : 0);
  const weights = new Map(found.map((listing) => [listing, weight(listing)]));
  return found.sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || a.index - b.index);
}
