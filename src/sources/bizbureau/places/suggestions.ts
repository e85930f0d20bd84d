import { Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import type { Answer, SiteRequest } from "../../../contract/site.ts";
import { wants } from "../../../source-kit/headers.ts";
import { jsonOf } from "../../../source-kit/json.ts";
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
export function readSuggestions(answer: Answer, country: Country): Page<Place> {
  if (answer.status !== 200) throw new Unreadable(`the suggestions of places answered ${answer.status}`);
  const json = jsonOf(answer);
  if (!Array.isArray(json)) throw new Unreadable("the suggestions of places are no list");
  return Page.of(json, (entry: unknown) => placeOf(entry, country) ?? "unreadable");
}
