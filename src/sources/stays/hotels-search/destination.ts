import { NoSuchThing, notMeant } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { jsonOf } from "../../../source-kit/json.ts";
import { type Destination, readDestinations } from "./reading/destinations.ts";
import { DESTINATION_NOT_FOUND } from "./reading/read-answer.ts";

/** Where a search looks, in the words of the site's address line. */
export interface Place {
  ss: string;
  dest_id?: string;
  dest_type: string;
  latitude?: string;
  longitude?: string;
}

interface Wanted {
  destination: string | null;
  destination_id: number | null;
  destination_type: string | null;
  language: string;
}

const COORDINATES = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/;

export function coordinatesIn(text: string | null): { latitude: string; longitude: string } | null {
  const [, latitude, longitude] = COORDINATES.exec(text ?? "") ?? [];
  if (!latitude || !longitude || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return null;
  return { latitude: String(Number(latitude)), longitude: String(Number(longitude)) };
}

/** 400 for a place that cannot be meant. */
export function checkPlace({ destination, destination_id, destination_type }: Wanted): void {
  if (destination === null && destination_id === null) {
    throw notMeant("Either destination or destination_id must be given.");
  }
  if (destination_type === "LATLONG" && destination_id === null && !coordinatesIn(destination)) {
    throw notMeant("destination must be latitude,longitude (such as 38.72,-9.14) where destination_type is LATLONG.");
  }
}

interface Found {
  place: Place;
  /** What the text was taken to mean; null where there was no text to understand. */
  resolved: Record<string, string | number> | null;
}

/** The place to search: given by id, by coordinates, or found by its text. */
export async function findPlace(wanted: Wanted, site: Site): Promise<Found> {
  const { destination_id: id, destination_type: kind } = wanted;
  const ss = wanted.destination ?? "";
  if (id !== null) {
    // No id means a point: with one, coordinates are as if not given.
    const dest_type = (kind === null || kind === "LATLONG" ? "CITY" : kind).toLowerCase();
    return { place: { ss, dest_id: String(id), dest_type }, resolved: null };
  }
  const point = kind === null || kind === "LATLONG" ? coordinatesIn(ss) : null;
  if (point) {
    const resolved = { latitude: Number(point.latitude), longitude: Number(point.longitude) };
    return { place: { ss, dest_type: "latlong", ...point }, resolved: { ...resolved, destination_type: "LATLONG" } };
  }
  const found = bestMatch(await suggestions(ss, wanted.language, site), ss, kind);
  if (!found) throw new NoSuchThing(DESTINATION_NOT_FOUND);
  return {
    place: { ss: found.label ?? ss, dest_id: found.id, dest_type: found.kind.toLowerCase() },
    resolved: {
      destination: found.label ?? ss,
      destination_id: /^-?\d+$/.test(found.id) ? Number(found.id) : found.id,
      destination_type: found.kind,
    },
  };
}

const suggestions = (query: string, language: string, site: Site): Promise<Destination[]> =>
  site.read(
    {
      origin: "suggest",
      path: "/autocomplete.json",
      method: "POST",
      headers: { "content-type": "text/plain;charset=UTF-8", "accept-language": language },
      body: JSON.stringify({ query, pageview_id: "", aid: 800210, language, size: 5 }),
    },
    (answer) => readDestinations(jsonOf(answer)),
  );

/** What people mean by a bare name, most likely first. */
const KINDS = ["CITY", "REGION", "COUNTRY", "DISTRICT", "LANDMARK", "AIRPORT", "THEME", "HOTEL"];
const rankOf = (kind: string) => (KINDS.indexOf(kind) + KINDS.length + 1) % (KINDS.length + 1);

/**
 * The words of the query must be in the label; then the name that is nothing but the query, the kind, the size.
 * A destination that only lies in what was asked for is no match: Lisbon is not "Portugal". Words that no label
 * has are the site's business: it knows places by names in other languages.
 */
export function bestMatch(found: Destination[], query: string, kind: string | null): Destination | null {
  const asked = wordsOf(query);
  const scored = found
    .filter((destination) => kind === null || destination.kind === kind)
    .map((destination) => {
      const name = wordsOf(destination.name ?? "");
      const covered = coveredBy(wordsOf(destination.label ?? ""), asked);
      return {
        destination,
        covered,
        isNamed: name.length > 0 && name.every((word) => asked.includes(word)),
        isAround: covered === asked.length && coveredBy(name, asked) === 0,
      };
    })
    .filter(({ isAround }) => !isAround);
  scored.sort(
    (a, b) =>
      b.covered - a.covered ||
      Number(b.isNamed) - Number(a.isNamed) ||
      rankOf(a.destination.kind) - rankOf(b.destination.kind) ||
      (b.destination.property_count ?? 0) - (a.destination.property_count ?? 0),
  );
  return scored[0]?.destination ?? null;
}

const coveredBy = (words: string[], asked: string[]): number =>
  asked.filter((word) => words.some((other) => other.startsWith(word))).length;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
