import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { isObject, type Json, objectsOf } from "../../../source-kit/json.ts";
import { savedObject } from "./json.ts";
import { speaksOfEstate } from "./read-estate.ts";
import { estimateOf, isEstimate, NO_VALUATION } from "./read-estimate.ts";
import type { ValuationRecord } from "./record.ts";

/**
 * Any saved answer of the site. Estimates are read. An estate's profile, an advertisement and the rows of a search
 * are known forms without an estimate, so they are no valuation; anything else is a form that is not known.
 */
export function readSaved(answer: Answer, unit: string, lang: string, origin: string): Page<ValuationRecord> {
  const json = savedObject(answer, NO_VALUATION);
  const rows = rowsOf(json);
  if (!rows.some(isEstimate)) {
    if (rows.length > 0 && rows.every(speaksOfEstate)) throw new NoSuchThing(NO_VALUATION);
    throw new Unreadable("neither an estimate nor an estate");
  }
  return Page.of(rows, (row) => {
    if (isEstimate(row)) return estimateOf(row, unit, lang, origin);
    return speaksOfEstate(row) ? "other-kind" : "unreadable";
  });
}

function rowsOf(json: Json): Json[] {
  if (isEstimate(json)) return [json];
  return Array.isArray(json.data) ? objectsOf(json.data) : [isObject(json.data) ? json.data : json];
}
