import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import { isObject, type Json, objectsOf } from "../../../source-kit/json.ts";
import { savedObject } from "./json.ts";
import { speaksOfEstate } from "./read-estate.ts";
import { estimateFields, isEstimate, NO_VALUATION } from "./read-estimate.ts";
import { valuation } from "./record.ts";

/**
 * Any saved answer of the site. Estimates are read. An estate's profile, an advertisement and the rows of a search
 * are known forms without an estimate, so they are no valuation; anything else is a form that is not known.
 */
export function* readSaved(answer: Answer, unit: string, lang: string, origin: string) {
  const json = savedObject(answer, NO_VALUATION);
  const rows = rowsOf(json);
  const estimates = rows.filter(isEstimate);
  if (estimates.length === 0) {
    if (rows.length > 0 && rows.every(speaksOfEstate)) throw new NoSuchThing(NO_VALUATION);
    throw new Unreadable("neither an estimate nor an estate");
  }
  for (const row of estimates) yield valuation(estimateFields(row, unit, lang, origin));
}

function rowsOf(json: Json): Json[] {
  if (isEstimate(json)) return [json];
  return Array.isArray(json.data) ? objectsOf(json.data) : [isObject(json.data) ? json.data : json];
}
