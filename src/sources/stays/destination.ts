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
  if (found && !isNamed(found, wordsOf(ss))) site.report({ warnings: ["destination_guessed"] });
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
      // A country's code is no `destination_id`: its name and type lead there again.
      ...(/^-?\d+$/.test(found.id) && { destination_id: Number(found.id) }),
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

/** What lies in a place, whose label therefore has the place's words. */
const INSIDE = ["LANDMARK", "HOTEL", "AIRPORT"];
const WIDE = ["CITY", "REGION", "COUNTRY"];

/** The warning of an operation whose destination is a text. */
export const guessWarning = {
  destination_guessed:
    "No destination of the site has its whole name in `destination`: this is the likeliest one. See `x-resolved`.",
};

/** Whether the whole name is in the text. */
const isNamed = ({ name }: DestinationRecord, requested: readonly string[]): boolean => {
  const own = wordsOf(name ?? "");
  return own.length > 0 && own.every((word) => requested.includes(word));
};

/**
 * A city, region or country whose whole name is in the query comes before what lies in it, unless that has no other name
 * than the query. Then the words in the label decide, the whole name, the kind and the size. A destination inside the
 * requested one is not a match: Lisbon is not "Portugal". If no label has a word of the query, the site decides: it knows
 * places by names in other languages.
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
      const named = isNamed(destination, requested);
      const covered = coveredBy(wordsOf(destination.label ?? ""), requested);
      return {
        destination,
        covered,
        isNamed: named,
        isWide: named && WIDE.includes(destination.destination_type),
        isInside:
          INSIDE.includes(destination.destination_type) && !(named && coveredBy(name, requested) === requested.length),
        isAround: covered === requested.length && coveredBy(name, requested) === 0,
      };
    })
    .filter(({ isAround }) => !isAround);
  if (scored.every(({ covered }) => covered === 0)) return scored[0]?.destination ?? null;
  const isBeaten = ({ isInside }: { isInside: boolean }) => Number(isInside && scored.some(({ isWide }) => isWide));
  scored.sort(
    (a, b) =>
      isBeaten(a) - isBeaten(b) ||
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
