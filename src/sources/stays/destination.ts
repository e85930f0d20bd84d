import { folded } from "../../contract/same-text.ts";
import { didYouMean, NoSuchThing, notMeant, type Site, suggestedNear } from "../../source-kit/source.ts";
import type { DestinationRecord } from "./destinations-search.ts";
import { readDestinations, suggestions } from "./destinations-search.ts";
import { DESTINATION_NOT_FOUND } from "./reading/read-answer.ts";
import { DESTINATIONS } from "./request.ts";
import type { Place } from "./search.ts";

interface Requested {
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

/** 400 for a place that makes no sense. */
export function checkPlace({ destination, destination_id, destination_type }: Requested): void {
  if (destination === null && destination_id === null) {
    throw notMeant("Either destination or destination_id must be given.");
  }
  if (destination_type === "LATLONG" && destination_id === null && !coordinatesIn(destination)) {
    throw notMeant("destination must be latitude,longitude (such as 38.72,-9.14) if destination_type is LATLONG.");
  }
}

/** The request that the site's own box sends. */
const SUGGESTIONS = 5;

interface Found {
  place: Place;
  /** How the text was interpreted; null if there was no text. */
  resolved: Record<string, string | number> | null;
}

/** The place to search: given by id or coordinates, or found by its text. */
export async function findPlace(requested: Requested, site: Site): Promise<Found> {
  const { destination_id: id, destination_type: kind } = requested;
  const ss = requested.destination ?? "";
  if (id !== null) {
    // Rounded, it would be the id of another place.
    if (!Number.isSafeInteger(id)) throw notFound([], ss);
    // A missing id means a point: with one, coordinates are ignored.
    const dest_type = (kind === null || kind === "LATLONG" ? "CITY" : kind).toLowerCase();
    return { place: { ss, dest_id: String(id), dest_type }, resolved: null };
  }
  const point = kind === null || kind === "LATLONG" ? coordinatesIn(ss) : null;
  if (point) {
    const resolved = { latitude: Number(point.latitude), longitude: Number(point.longitude) };
    return { place: { ss, dest_type: "latlong", ...point }, resolved: { ...resolved, destination_type: "LATLONG" } };
  }
  const suggestedFor = async (query: string) => {
    const lookup = suggestions({ query, language: requested.language, count: SUGGESTIONS });
    return (await site.read(lookup, readDestinations)).records;
  };
  const suggested = await suggestedFor(ss);
  const found = bestMatch(suggested, ss, kind);
  if (!found) throw notFound(suggested.length > 0 ? suggested : await suggestedNear(ss, suggestedFor), ss);
  return {
    place: {
      ss: found.label ?? ss,
      dest_id: found.id,
      dest_type: found.destination_type.toLowerCase(),
      isSuggested: true,
    },
    resolved: {
      destination: found.label ?? ss,
      destination_id: /^-?\d+$/.test(found.id) ? Number(found.id) : found.id,
      destination_type: found.destination_type,
    },
  };
}

/** 412, with the site's nearest names and the lookup to use. */
function notFound(suggested: readonly DestinationRecord[], query: string): NoSuchThing {
  const known = suggested.map(({ name, id, label, destination_type: kind }) => ({
    value: label ?? name ?? id,
    label: kind,
  }));
  return new NoSuchThing(`${DESTINATION_NOT_FOUND}. ${didYouMean(query, known, DESTINATIONS)}`);
}

/** Meanings of a bare name, most likely first. */
const KINDS = ["CITY", "REGION", "COUNTRY", "DISTRICT", "LANDMARK", "AIRPORT", "THEME", "HOTEL"];
const rank = (kind: string) => (KINDS.indexOf(kind) + KINDS.length + 1) % (KINDS.length + 1);

/**
 * The words of the query must be in the label; then the exact name, the kind and the size decide. A destination inside the
 * requested one is not a match: Lisbon is not "Portugal". If no label has the words, the site decides: it knows places by
 * names in other languages.
 */
export function bestMatch(
  found: readonly DestinationRecord[],
  query: string,
  kind: string | null,
): DestinationRecord | null {
  const requested = wordsOf(query);
  const scored = found
    .filter((destination) => kind === null || destination.destination_type === kind)
    .map((destination) => {
      const name = wordsOf(destination.name ?? "");
      const covered = coveredBy(wordsOf(destination.label ?? ""), requested);
      return {
        destination,
        covered,
        isNamed: name.length > 0 && name.every((word) => requested.includes(word)),
        isAround: covered === requested.length && coveredBy(name, requested) === 0,
      };
    })
    .filter(({ isAround }) => !isAround);
  scored.sort(
    (a, b) =>
      b.covered - a.covered ||
      Number(b.isNamed) - Number(a.isNamed) ||
      rank(a.destination.destination_type) - rank(b.destination.destination_type) ||
      (b.destination.property_count ?? 0) - (a.destination.property_count ?? 0),
  );
  return scored[0]?.destination ?? null;
}

const coveredBy = (words: string[], requested: string[]): number =>
  requested.filter((word) => words.some((other) => other.startsWith(word))).length;

const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
