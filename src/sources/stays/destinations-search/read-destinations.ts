import { Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import { cleanText, numberOf, wholeOf } from "../../../contract/values.ts";
import { isObject, type Json, objectsOf } from "../../../source-kit/json.ts";
import { type DestinationRecord, destination } from "./record.ts";

export const looksLikeDestinations = (json: unknown): json is { results: unknown[] } =>
  isObject(json) &&
  Array.isArray(json.results) &&
  json.results.every((entry) => isObject(entry) && "dest_type" in entry);

/** The entries of an autocomplete answer. */
export function readDestinations(json: unknown): Page<DestinationRecord> {
  if (!looksLikeDestinations(json)) throw new Unreadable("the autocomplete answer has no list of destinations");
  return Page.of(objectsOf(json.results), readDestination);
}

function readDestination(entry: Json): DestinationRecord | NoRecord {
  const id = cleanText(entry.dest_id);
  const kind = cleanText(entry.dest_type);
  if (!id || !kind) return "unreadable";
  return destination({
    id,
    destination_type: kind.toUpperCase(),
    name: cleanText(entry.label1) ?? cleanText(entry.value),
    label: cleanText(entry.label) ?? cleanText(entry.value),
    region: partOf(entry, "region"),
    country: partOf(entry, "country"),
    latitude: numberOf(entry.latitude),
    longitude: numberOf(entry.longitude),
    property_count: wholeOf(entry.nr_hotels),
  });
}

/** The part of the label that names what the place lies in. */
const partOf = ({ labels }: Json, kind: string): string | null =>
  cleanText(objectsOf(labels).find(({ dest_type }) => dest_type === kind)?.text);
