import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText } from "../../../contract/values.ts";
import { estateFields } from "./estate-fields.ts";
import { isObject, type Json, objectOf, objectsOf, savedObjectOf } from "./json.ts";
import { estimateFields, isEstimate } from "./read-estimate.ts";
import { valuation } from "./record.ts";

export type EstateHalf = ReturnType<typeof estateFields>;

const NO_ESTATE = "The source has no such estate.";

/** The estate's profile. */
export function readEstate(answer: Answer, lang: string, origin: string): EstateHalf {
  const json = objectOf(answer, NO_ESTATE);
  if (!speaksOfEstate(json)) throw new Unreadable("no estate in the answer");
  return estateFields(json, lang, origin);
}

/** Any saved answer of the site: an estimate, an estate's profile, a listing, or the rows of a search. */
export function* readSaved(answer: Answer, unit: string, lang: string, origin: string) {
  const json = savedObjectOf(answer, NO_ESTATE);
  if (isEstimate(json)) {
    yield valuation(estimateFields(json, unit, lang, origin));
    return;
  }
  const rows = Array.isArray(json.data) ? objectsOf(json.data) : [isObject(json.data) ? json.data : json];
  for (const row of rows) {
    if (!speaksOfEstate(row)) throw new Unreadable("neither an estimate nor an estate");
    yield valuation({ ...estateFields(row, lang, origin), id: cleanText(row.id) ?? unit });
  }
}

const speaksOfEstate = (json: Json) =>
  ["estateInfo", "estateName", "bigEstateName", "buildingName"].some((key) => json[key] !== undefined);

/** The estate's half is worth having, not worth failing for: a unit whose estate has no profile keeps its estimate. */
export const orNone = (error: unknown): null => {
  if (error instanceof NoSuchThing) return null;
  throw error;
};
