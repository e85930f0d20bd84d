import { Unreadable } from "../../../../contract/errors.ts";
import { cleanText, numberOf, wholeOf } from "../../../../contract/values.ts";
import { isNode } from "./store.ts";

/** One entry of the site's autocomplete. */
export interface Destination {
  "@type": "StaysDestination";
  /** Text: a country's id is its code. */
  id: string;
  /** In the request's words: CITY, REGION, ... */
  kind: string;
  name: string | null;
  label: string | null;
  country_code: string | null;
  latitude: number | null;
  longitude: number | null;
  property_count: number | null;
}

export const looksLikeDestinations = (json: unknown): json is { results: unknown[] } =>
  isNode(json) && Array.isArray(json.results) && json.results.every((entry) => isNode(entry) && "dest_type" in entry);

export function readDestinations(json: unknown): Destination[] {
  if (!looksLikeDestinations(json)) throw new Unreadable("the autocomplete answer has no list of destinations");
  return json.results.map(readDestination).filter((destination) => destination !== null);
}

function readDestination(entry: unknown): Destination | null {
  if (!isNode(entry)) return null;
  const id = cleanText(entry.dest_id);
  const kind = cleanText(entry.dest_type);
  if (!id || !kind) return null;
  return {
    "@type": "StaysDestination",
    id,
    kind: kind.toUpperCase(),
    name: cleanText(entry.label1) ?? cleanText(entry.value),
    label: cleanText(entry.label) ?? cleanText(entry.value),
    country_code: cleanText(entry.cc1),
    latitude: numberOf(entry.latitude),
    longitude: numberOf(entry.longitude),
    property_count: wholeOf(entry.nr_hotels),
  };
}
