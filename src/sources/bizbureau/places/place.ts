import { cleanText, numberOf } from "../../../contract/values.ts";
import { type Json, objectOf } from "../../../source-kit/json.ts";
import { stateAtEndOf, stateCalled } from "./states.ts";

export type Country = "USA" | "CAN";

/** A place of the directory. */
export interface Place {
  /** What the search takes for its location. */
  text: string;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: Country;
  /** `latitude,longitude`, as the search takes it. */
  coordinates: string | null;
}

const ZIP = /\b(\d{5})(?:-\d{4})?$/;
const POSTAL_CODE = /\b([A-Z]\d[A-Z])\s?(\d[A-Z]\d)$/i;
const COUNTRY_AT_END = /(?:^|[\s,]+)(USA|US|United States(?: of America)?|CAN|Canada)$/i;

/** A text taken apart: what a caller wrote, or what the site shows. */
export function partsOf(written: string) {
  let rest = written.trim().replace(/\s+/g, " ");
  const named = COUNTRY_AT_END.exec(rest);
  if (named) rest = rest.slice(0, named.index);
  const zip = ZIP.exec(rest);
  const postal = zip ? null : POSTAL_CODE.exec(rest);
  rest = rest.slice(0, (zip ?? postal)?.index ?? rest.length).replace(/[\s,-]+$/, "");
  const comma = rest.lastIndexOf(",");
  const afterComma = comma < 0 ? null : stateCalled(rest.slice(comma + 1));
  const atEnd = comma < 0 ? stateAtEndOf(rest) : null;
  const state = afterComma ?? atEnd?.state ?? null;
  const city = afterComma ? rest.slice(0, comma) : (atEnd?.before ?? rest);
  return {
    city: city.trim() || null,
    state: state?.code ?? null,
    zip: zip?.[1] ?? (postal ? `${postal[1]} ${postal[2]}`.toUpperCase() : null),
    country: countryOf(named?.[1], postal !== null, state?.country),
  };
}

/** Null where the text does not tell. */
function countryOf(named: string | undefined, isPostalCode: boolean, ofState: Country | undefined): Country | null {
  if (named) return /^c/i.test(named) ? "CAN" : "USA";
  return isPostalCode ? "CAN" : (ofState ?? null);
}

/** One entry of the site's suggestions; only `displayText` was ever seen, so the rest is read where it is there. */
export function placeOf(value: unknown, asked: Country): Place | null {
  const entry = objectOf(value);
  const text = cleanText(entry?.displayText);
  if (entry === null || text === null) return null;
  const parts = partsOf(text);
  return {
    text,
    city: cleanText(entry.city) ?? parts.city,
    state: cleanText(entry.state) ?? cleanText(entry.stateCode) ?? parts.state,
    zip: cleanText(entry.zipCode) ?? cleanText(entry.postalCode) ?? cleanText(entry.postalcode) ?? parts.zip,
    country: parts.country ?? asked,
    coordinates: coordinatesOf(entry),
  };
}

/** `latLng` as a text or as a pair; null where the site gives none. */
export function coordinatesOf(json: Json): string | null {
  const { latLng } = json;
  if (typeof latLng === "string")
    return /^\s*-?\d[\d.]*\s*,\s*-?\d[\d.]*\s*$/.test(latLng) ? latLng.replace(/\s/g, "") : null;
  const pair = objectOf(latLng) ?? json;
  const lat = numberOf(pair.lat ?? pair.latitude);
  const lng = numberOf(pair.lng ?? pair.longitude);
  return lat === null || lng === null ? null : `${lat},${lng}`;
}
