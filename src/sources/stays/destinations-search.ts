import { answerJson, asObjects, isObject, type Json } from "../../source-kit/json.ts";
import { decimal, jsonPage, jsonRecord, type Static, text, whole } from "../../source-kit/record.ts";
import { defineRequest, lookupCountField, oneOf, textField, timeoutField } from "../../source-kit/request.ts";
import {
  asking,
  cachedForADay,
  defineEcho,
  firstOf,
  inLanguage,
  mostSimilar,
  operation,
  perRequestWhenFound,
  type SiteRequest,
  sameText,
  wants,
} from "../../source-kit/source.ts";
import { DESTINATIONS, languages } from "./request.ts";

/**
 * Each suggestion of the site's search box has a token that a search sends back: a Protocol Buffers message, whose seventh
 * field is the text that was typed. Null if there is none.
 */
export function typedText(token: unknown): string | null {
  if (typeof token !== "string") return null;
  const bytes = Buffer.from(token, "base64");
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++] ?? 0;
    const number = readNumber(bytes, at);
    if (number === null) return null;
    at = number.end;
    const kind = tag & 7;
    if (kind === NUMBER) continue;
    if (kind !== TEXT || at + number.value > bytes.length) return null;
    if (tag >> 3 === TYPED) return bytes.toString("utf8", at, at + number.value);
    at += number.value;
  }
  return null;
}

const NUMBER = 0;
const TEXT = 2;
const TYPED = 7;

/** A number of seven bits a byte, the lowest first. */
function readNumber(bytes: Buffer, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = start, shift = 0; at < bytes.length && shift <= 28; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return null;
}

export const Destination = jsonRecord("StaysDestination", {
  id: text("dest_id")
    .filled("always")
    .meaning("Value for `destination_id`, if it is a number. A country has its code here."),
  destination_type: text("dest_type")
    .map((kind) => kind.toUpperCase())
    .filled("always")
    .meaning("Value for `destination_type`: CITY, REGION, ..."),
  name: text("label1", "value").filled("usually").meaning("Name of the place."),
  label: text("label", "value").meaning("Full name, with region and country."),
  region: text((row: Json) => partOf(row, "region")).meaning("Region in which the place lies."),
  country: text((row: Json) => partOf(row, "country")).meaning("Country in which the place lies."),
  latitude: decimal("latitude").meaning("Latitude in degrees."),
  longitude: decimal("longitude").meaning("Longitude in degrees."),
  property_count: whole("nr_hotels").meaning("Properties in this destination."),
});

export type DestinationRecord = Static<typeof Destination>;

/** The part of the label that names the enclosing place. */
const partOf = ({ labels }: Json, kind: string) => asObjects(labels).find(({ dest_type }) => dest_type === kind)?.text;

export const suggestionsEcho = defineEcho({
  query: {
    says: "text",
    words: "Each suggestion repeats it; otherwise most of them must resemble it.",
    same: (stated: string | string[][], asked: string) =>
      typeof stated === "string" ? sameText(stated, asked) : mostSimilar(stated, asked),
    shown: firstOf,
  },
  language: "The site falls back to other languages for names that it does not have.",
});

/** The site's autocomplete request for a text. */
export const suggestions = (requested: { query: string; language: string; count: number }): SiteRequest => ({
  origin: "suggest",
  path: "/autocomplete.json",
  method: "POST",
  headers: { "content-type": "text/plain;charset=UTF-8", ...wants.json, ...inLanguage(requested.language) },
  body: JSON.stringify({
    query: requested.query,
    pageview_id: "",
    aid: 800210,
    language: requested.language,
    size: requested.count,
  }),
  asks: asking(suggestionsEcho, { query: requested.query }),
});

export const looksLikeDestinations = (json: unknown): json is { results: unknown[] } =>
  isObject(json) &&
  Array.isArray(json.results) &&
  json.results.every((entry) => isObject(entry) && "dest_type" in entry);

/** The entries of an autocomplete answer. */
export const readDestinations = jsonPage(Destination, {
  from: answerJson,
  rows: "results",
  echo: {
    query: (json: Json, { records }) => queryIn(json) ?? records.map(({ label, name }) => [label ?? name ?? ""]),
  },
});

const queryIn = ({ results }: Json): string | undefined =>
  asObjects(results)
    .map(({ roundtrip }) => typedText(roundtrip))
    .find((text) => text !== null);

export default operation({
  path: DESTINATIONS,
  summary: "Destinations by name, for a hotel search",
  description:
    "Destinations that the site suggests for a text, in the site's order. Use `id` and `destination_type` as `destination_id` and `destination_type` of `/api/stays/hotels/search`. Search a country by its name. That the site gives up to 50 of them is inferred.",
  price: perRequestWhenFound(1),
  cache: cachedForADay("query"),
  request: defineRequest("StaysDestinationsSearch", {
    query: textField({ description: "Name of a place, or part of it.", minLength: 1, examples: ["Lisbon"] }),
    count: lookupCountField(),
    timeout: timeoutField,
    language: oneOf(languages, { description: "Language of the names.", default: "en-us" }),
  }),
  record: Destination,
  examples: [
    { query: "Lombardy", count: 5 },
    { query: "Catalonia", count: 3, language: "es" },
  ],

  echo: suggestionsEcho,
  pageSize: { unknown: "The site suggests destinations, without saying how many there are." },
  // Ids are unique per type only: a city and a region may share one.
  identity: ["destination_type", "id"],

  page: suggestions,
  read: readDestinations,
});
