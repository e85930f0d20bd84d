import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { cleanText, numberOf } from "../../../contract/values.ts";
import { isObject, type Json } from "../../../source-kit/json.ts";
import { otherThanAsked } from "../../../source-kit/other-than-asked.ts";
import { UNITS } from "../estates/lookup.ts";
import { estateCodeOf, estateFields } from "./estate-fields.ts";
import { answerObject, within } from "./json.ts";
import { type ValuationRecord, valuation } from "./record.ts";

export const NO_VALUATION = `The source has no valuation of this unit. Look up the units of an estate with POST ${UNITS}.`;

/**
 * The unit's estimate. No answer of this kind was ever seen: the form is our own best reading, put down in the
 * source's README, and this file is where a real one is put right.
 */
export function readEstimate(answer: Answer, unit: string, lang: string, origin: string) {
  const json = answerObject(answer, NO_VALUATION);
  if (!isEstimate(json)) throw new Unreadable("no estimate in the answer");
  if (!isOf(unit, json)) throw otherThanAsked("the estimate of another unit");
  return {
    page: Page.of([json], (row) => estimateOf(row, unit, lang, origin)),
    estateCode: estateCodeOf(json),
  };
}

export type Estimate = ReturnType<typeof readEstimate>;

export const isEstimate = (json: Json) => "estimate" in json;

/** An answer says which unit it is for by the number, or by the site's own code. */
function isOf(unit: string, { prn, cuntcode }: Json): boolean {
  const said = [cleanText(prn), cleanText(cuntcode)].filter((code) => code !== null);
  return cleanText(prn) === null || said.some((code) => plain(code) === plain(unit));
}

const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");

export function estimateOf(json: Json, unit: string, lang: string, origin: string): ValuationRecord {
  const { estimate } = json;
  if (!isObject(estimate)) throw new NoSuchThing(NO_VALUATION);
  if (!("price" in estimate)) throw new Unreadable("an estimate without a price");
  if (!numberOf(estimate.price)) throw new NoSuchThing(NO_VALUATION);
  return valuation({
    ...estateFields(json, lang, origin),
    id: cleanText(json.prn) ?? unit,
    valuation_at: secondsOf(estimate.date),
    previous_valuation_at: secondsOf(within(estimate, "previous").date),
    price: numberOf(estimate.price),
    price_change_percent: numberOf(estimate.priceChange),
    min_price: numberOf(estimate.minPrice),
    max_price: numberOf(estimate.maxPrice),
    min_price_change_percent: numberOf(estimate.minPriceChange),
    max_price_change_percent: numberOf(estimate.maxPriceChange),
    saleable_price_per_sqft: numberOf(estimate.nUnitPrice),
  });
}

/** Whole Unix seconds. The site's times carry no zone and are Hong Kong's. */
export function secondsOf(date: unknown): number | null {
  if (typeof date === "number" && date > 0) return Math.floor(date > 1e11 ? date / 1000 : date);
  const text = cleanText(date);
  if (!text || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10))
    ? text
    : `${text.includes("T") ? text : `${text}T00:00:00`}+08:00`;
  const at = Date.parse(zoned);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}
