import { Unreadable } from "../../../contract/errors.ts";
import type { Answer, SiteRequest } from "../../../contract/site.ts";
import { wants } from "../../../source-kit/headers.ts";
import { jsonOf, objectsOf } from "../../../source-kit/json.ts";
import { type Country, type Place, placeOf } from "./place.ts";

/** As many as the site's own box asks for. */
export const MOST_SUGGESTIONS = 50;

/** The places that the site's own search box suggests for a text. */
export const suggestionsPage = (input: string, country: Country): SiteRequest => ({
  path: `/api/suggest/location?${new URLSearchParams({ country, input, maxMatches: String(MOST_SUGGESTIONS) })}`,
  headers: wants.json,
  lasting: true,
});

/** A bare list; an empty one is the site's "no such place". */
export function readSuggestions(answer: Answer, country: Country): Place[] {
  if (answer.status !== 200) throw new Unreadable(`the suggestions of places answered ${answer.status}`);
  const json = jsonOf(answer);
  if (!Array.isArray(json)) throw new Unreadable("the suggestions of places are no list");
  const list = objectsOf(json);
  const places = list.map((entry) => placeOf(entry, country)).filter((place) => place !== null);
  if (list.length > 0 && places.length === 0) throw new Unreadable("no suggested place has a text");
  return places;
}
