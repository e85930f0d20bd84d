import { asObjects, isObject, type Json } from "../../source-kit/json.ts";
import {
  type Answer,
  defineEcho,
  NoSuchThing,
  otherThanAsked,
  Page,
  type Stated,
  sameText,
  Unreadable,
} from "../../source-kit/source.ts";
import { cleanText, toNumber } from "../../source-kit/values.ts";
import { answerObject, savedObject } from "./answer-object.ts";
import { UNITS } from "./estates.ts";
import { UNSTATED } from "./languages.ts";
import { type Requested, readEstateCode, readRow, type ValuationRecord } from "./valuation-record.ts";

const NO_VALUATION = `The source has no valuation of this unit. Look up the units of an estate with POST ${UNITS}.`;

/** The unit's estimate. */
export function readEstimate(answer: Answer, requested: Requested) {
  const json = answerObject(answer, NO_VALUATION);
  if (!isEstimate(json)) throw new Unreadable("no estimate in the answer");
  const unit = { number: cleanText(json.prn), code: cleanText(json.cuntcode) };
  const echo: Stated<typeof estimateEcho> = { unit: unit.number === null && unit.code === null ? null : unit };
  return {
    page: Page.of([json], (row) => estimateOf(row, requested), { echo }),
    estateCode: readEstateCode(json),
  };
}

export type Estimate = ReturnType<typeof readEstimate>;

const isEstimate = (json: Json) => "estimate" in json;

interface StatedUnit {
  number: string | null;
  code: string | null;
}

/** A response identifies its unit by number or by the site's code, of 12 letters. A number cannot be told from a code. */
export const estimateEcho = defineEcho({
  unit: {
    says: "unit",
    same: ({ number, code }: StatedUnit, asked: string) =>
      sameText(number, asked) || sameText(code, asked) || (number === null && !/^[a-z]{12}$/i.test(asked)),
    shown: (value: string | StatedUnit) => (typeof value === "string" ? value : (value.number ?? value.code)),
    sometimes: "No estimate of the live site was seen.",
  },
  lang: UNSTATED,
});

function estimateOf(json: Json, requested: Requested): ValuationRecord | "unreadable" {
  const { estimate } = json;
  if (!isObject(estimate)) throw new NoSuchThing(NO_VALUATION);
  if (!("price" in estimate)) throw new Unreadable("an estimate without a price");
  if (!toNumber(estimate.price)) throw new NoSuchThing(NO_VALUATION);
  return readRow(json, requested);
}

const NO_ESTATE = "The source has no such estate.";

/** The estate's profile; that of another estate is rejected. */
export function readEstate(answer: Answer, code: string, requested: Requested): ValuationRecord | "unreadable" {
  // The address is known here, so a missing page means that the estate does not exist.
  if (answer.status === 404) throw new NoSuchThing(NO_ESTATE);
  const json = answerObject(answer, NO_ESTATE);
  if (!speaksOfEstate(json)) throw new Unreadable("no estate in the response");
  const stated = readEstateCode(json);
  if (stated !== null && stated !== code) {
    throw otherThanAsked(`the profile of ${stated} instead of ${code}`);
  }
  return readRow(json, requested);
}

const speaksOfEstate = (json: Json): boolean =>
  ["estateInfo", "estateName", "bigEstateName", "buildingName"].some((key) => json[key] !== undefined);

/**
 * Reads any saved response of the site. Estimates give records. An estate's profile, an advertisement and search rows are
 * known forms without an estimate, so they are not valuations; anything else is an unknown form.
 */
export function readSaved(answer: Answer, requested: Requested): Page<ValuationRecord> {
  const json = savedObject(answer, NO_VALUATION);
  const rows = rowsOf(json);
  if (!rows.some(isEstimate)) {
    if (rows.length > 0 && rows.every(speaksOfEstate)) throw new NoSuchThing(NO_VALUATION);
    throw new Unreadable("neither an estimate nor an estate");
  }
  return Page.of(rows, (row) => {
    if (isEstimate(row)) return estimateOf(row, requested);
    return speaksOfEstate(row) ? "other-kind" : "unreadable";
  });
}

function rowsOf(json: Json): Json[] {
  if (isEstimate(json)) return [json];
  return Array.isArray(json.data) ? asObjects(json.data) : [isObject(json.data) ? json.data : json];
}
