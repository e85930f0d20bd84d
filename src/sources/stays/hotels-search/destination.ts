import { NoSuchThing, notMeant } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { type Destination, readDestinations } from "./reading/destinations.ts";
import { DESTINATION_NOT_FOUND, json } from "./reading/read-answer.ts";

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
  if (destination_type === "LATLONG" && !coordinatesIn(destination)) {
    throw notMeant("destination must be latitude,longitude (such as 38.72,-9.14) where destination_type is LATLONG.");
  }
}

/** The place to search: given by id, by coordinates, or found by its text. */
export async function findPlace(wanted: Wanted, site: Site): Promise<Place> {
  const kind = wanted.destination_type;
  const ss = wanted.destination ?? "";
  const coordinates = kind === null || kind === "LATLONG" ? coordinatesIn(wanted.destination) : null;
  if (kind === "LATLONG" || (coordinates && wanted.destination_id === null)) {
    return { ss, dest_type: "latlong", ...coordinates };
  }
  if (wanted.destination_id !== null) {
    return { ss, dest_id: String(wanted.destination_id), dest_type: (kind ?? "CITY").toLowerCase() };
  }
  const found = bestMatch(await suggestions(ss, wanted.language, site), ss, kind);
  if (!found) throw new NoSuchThing(DESTINATION_NOT_FOUND);
  return { ss: found.label ?? ss, dest_id: found.id, dest_type: found.kind.toLowerCase() };
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
    (answer) => readDestinations(json(answer)),
  );

/** What people mean by a bare name, most likely first. */
const KINDS = ["CITY", "REGION", "COUNTRY", "DISTRICT", "LANDMARK", "AIRPORT", "THEME", "HOTEL"];
const rankOf = (kind: string) => (KINDS.indexOf(kind) + KINDS.length + 1) % (KINDS.length + 1);

/** The words of the query must be in the label; then the name that is nothing but the query, the kind, the size. */
export function bestMatch(found: Destination[], query: string, kind: string | null): Destination | null {
  const asked = wordsOf(query);
  const scored = found
    .filter((destination) => kind === null || destination.kind === kind)
    .map((destination) => {
      const label = wordsOf(destination.label ?? "");
      const name = wordsOf(destination.name ?? "");
      return {
        destination,
        covered: asked.filter((word) => label.some((other) => other.startsWith(word))).length,
        isNamed: name.length > 0 && name.every((word) => asked.includes(word)),
      };
    });
  scored.sort(
    (a, b) =>
      b.covered - a.covered ||
      Number(b.isNamed) - Number(a.isNamed) ||
      rankOf(a.destination.kind) - rankOf(b.destination.kind) ||
      (b.destination.property_count ?? 0) - (a.destination.property_count ?? 0),
  );
  return scored[0]?.destination ?? null;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
