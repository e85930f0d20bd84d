import { didYouMean } from "../../../contract/did-you-mean.ts";
import { Blocked, NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import type { Site } from "../../../contract/site.ts";
import { remembered } from "../../../source-kit/remembered.ts";
import { suggestedNear } from "../../../source-kit/suggested-near.ts";
import { LOOKUP } from "./lookup.ts";
import { type Country, type Place, partsOf } from "./place.ts";
import { readSuggestions, suggestionsPage } from "./suggestions.ts";

/** Where to search: a whole country, a place that the site knows, or a text that could not be checked. */
export type Where =
  | { kind: "country"; text: string; country: Country }
  | { kind: "place"; place: Place }
  | { kind: "unchecked"; text: string; country: Country };

/** What a caller's `location` means, by the site's own suggestions: 412 for a place that the site does not know. */
export async function whereIs(location: string, site: Site): Promise<Where> {
  const text = location.trim().replace(/\s+/g, " ");
  const asked = partsOf(text);
  if (asked.city === null && asked.zip === null) {
    const country = asked.country ?? "USA";
    return { kind: "country", text: country === "USA" ? "USA" : "Canada", country };
  }
  try {
    const place = await remembered(site, `place ${text.toLowerCase()}`, () => search(text, asked, site));
    return { kind: "place", place };
  } catch (error) {
    // The suggestions were never seen here: where they cannot be had, the search itself is the judge.
    if (!(error instanceof Unreadable || error instanceof Blocked)) throw error;
    return { kind: "unchecked", text, country: asked.country ?? "USA" };
  }
}

type Asked = ReturnType<typeof partsOf>;

async function search(text: string, asked: Asked, site: Site): Promise<Place> {
  const seen: Place[] = [];
  for (const country of asked.country ? [asked.country] : (["USA", "CAN"] as const)) {
    for (const input of inputsOf(text, asked)) {
      const places = await suggestions(input, country, site);
      const found = fitting(places, text, asked);
      if (found.length === 1) return found[0]!;
      if (found.length > 1) throw severalPlaces(text, found);
      seen.push(...places);
    }
  }
  const near = (beginning: string) => suggestions(beginning, asked.country ?? "USA", site);
  throw unknownPlace(text, seen.length > 0 ? seen : await suggestedNear(text, near));
}

/** A box that completes names may not go on after the city. */
const inputsOf = (text: string, { city, zip }: Asked): string[] => [
  ...new Set([text, zip ?? city ?? text].filter((input) => input !== "")),
];

async function suggestions(input: string, country: Country, site: Site): Promise<readonly Place[]> {
  const { records } = await site.read(suggestionsPage(input, country), (answer) => readSuggestions(answer, country));
  return records;
}

const same = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase();

/** The places that a text can mean: the one so called, that of the code, or every city of the name. */
function fitting(places: readonly Place[], text: string, asked: Asked): Place[] {
  const exact = places.find((place) => same(place.text, text));
  if (exact) return [exact];
  if (asked.zip) {
    const place = places.find(({ zip }) => same(zip, asked.zip)) ?? places[0];
    return place ? [{ ...place, text: asked.zip, zip: asked.zip }] : [];
  }
  const named = places.filter(({ city, state }) =>
    asked.state ? same(city, asked.city) && same(state, asked.state) : same(city, text),
  );
  const unique = new Map(named.map((place) => [place.state?.toLowerCase(), place]));
  return [...unique.values()];
}

const LONGEST_SHOWN = 80;
const shown = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text);

function severalPlaces(text: string, places: readonly Place[]): NoSuchThing {
  const states = `location "${shown(text)}" exists in ${places.length} states; add the state.`;
  return new NoSuchThing(`${states} ${othersThan(text, places)}`);
}

export function unknownPlace(text: string, places: readonly Place[] = []): NoSuchThing {
  return new NoSuchThing(`Unknown place "${shown(text)}" (location). ${othersThan(text, places)}`);
}

const othersThan = (text: string, places: readonly Place[]): string =>
  didYouMean(
    text,
    places.map((place) => ({ value: place.text })),
    LOOKUP,
  );
