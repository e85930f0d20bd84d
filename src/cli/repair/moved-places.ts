import type { Place } from "../../contract/provenance.ts";
import type { Provenance } from "../../contract/provenance-view.ts";
import { sharedPairs } from "../../extraction/page-structure.ts";
import { difference, type Leaf, type Leaves, pathKey, placeSteps, type Steps } from "./paths.ts";

/** A place that a field was read from, and that the page no longer has. */
export interface LostPlace {
  /** Without what is inside it. */
  field: string;
  inside: string | null;
  steps: Steps;
}

/** A lost place with where it may be now: its steps are `start`, `before` and an end; now they are `start`, `after` and that end. */
export interface MovedPlace extends LostPlace {
  start: Steps;
}

/** Lost places that may all have moved in the same way: a member or an object that has another name or place now. */
export interface Move {
  before: Steps;
  after: Steps;
  places: MovedPlace[];
  /** The share of the old values that the new places have. */
  likeness: number;
}

const MAX_MOVES = 12;
/** New places with as many of the old values are all tried, so that a second one that fits is found. */
const MIN_LIKENESS = 0.3;

export const lostKey = ({ field, inside, steps }: LostPlace): string => `${field} ${pathKey(inside, steps)}`;

/** The field of a path such as `images[0]`. */
const fieldOf = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? path;

/** What the fields of a page's records were read from. */
export const placesIn = (provenance: readonly Provenance[]): Array<Place & { field: string }> =>
  provenance.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([path, from]) =>
      ("place" in from ? [from] : from.computed_from).map((one) => ({ ...one, field: fieldOf(path) })),
    ),
  );

/** The places of the good page's records that the bad page lacks. */
export function lostPlaces(good: readonly Provenance[], bad: Leaves): LostPlace[] {
  const lost = new Map<string, LostPlace>();
  for (const { field, place, inside = null } of placesIn(good)) {
    const one = { field, inside, steps: placeSteps(place) };
    if (place.startsWith("$") && !bad.has(pathKey(inside, one.steps))) lost.set(lostKey(one), one);
  }
  return [...lost.values()];
}

/** The moves that would explain lost places, the likeliest first. */
export function likelyMoves(lost: readonly LostPlace[], good: Leaves, bad: Leaves): Move[] {
  const fresh = [...bad].filter(([key]) => !good.has(key));
  const moves = new Map<string, Move & { shares: number[] }>();
  for (const place of lost) {
    const old = good.get(pathKey(place.inside, place.steps));
    if (!old) continue;
    for (const [key, { steps, values }] of fresh) {
      if (key !== pathKey(place.inside, steps)) continue;
      const share = shared(old.values, values);
      if (share < MIN_LIKENESS) continue;
      const { start, before, after } = difference(place.steps, steps);
      // A name that is new everywhere is one change; a place that is new is one of its own.
      const id = JSON.stringify(before.length > 0 && after.length > 0 ? [before, after] : [start, before, after]);
      const move = moves.get(id) ?? { before, after, places: [], likeness: 0, shares: [] };
      move.places.push({ ...place, start });
      move.shares.push(share);
      moves.set(id, move);
    }
  }
  return [...moves.values()]
    .map(({ shares, ...move }) => ({
      ...move,
      likeness: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    }))
    .sort((a, b) => b.places.length * b.likeness - a.places.length * a.likeness)
    .slice(0, MAX_MOVES);
}

/** The share of different values of the old place that the new one has too, as they are or among other words. */
function shared(old: readonly Leaf[], now: readonly Leaf[]): number {
  const [known, found] = [new Set(old.map(String)), new Set(now.map(String))];
  const texts = [...found].slice(0, 500);
  let both = 0;
  for (const value of known)
    if (found.has(value) || texts.some((text) => value.length > 2 && text.includes(value))) both++;
  return both / known.size;
}

/** How much the names alone say that a place is the old one, in bits: what keeps its name is likelier than what changes it. */
export function nameBits({ before, after, places }: Move): number {
  const isWrap = before.length === 0 && places.every(({ start, steps }) => start.length === steps.length);
  if (isWrap) return 10;
  if (before.length === 0 || after.length === 0) return 8;
  return Math.round(8 * sharedPairs(before.join("."), after.join(".")));
}
