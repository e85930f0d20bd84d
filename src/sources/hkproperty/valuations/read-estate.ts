import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import type { Answer } from "../../../contract/site.ts";
import type { Json } from "../../../source-kit/json.ts";
import { otherThanAsked } from "../../../source-kit/other-than-asked.ts";
import { estateCodeOf, estateFields } from "./estate-fields.ts";
import { answerObject } from "./json.ts";

export type EstateHalf = ReturnType<typeof estateFields>;

const NO_ESTATE = "The source has no such estate.";

/** The estate's profile; one of another estate than was asked for is refused. */
export function readEstate(answer: Answer, code: string, lang: string, origin: string): EstateHalf {
  // Here the address is known: what is not there is no estate.
  if (answer.status === 404) throw new NoSuchThing(NO_ESTATE);
  const json = answerObject(answer, NO_ESTATE);
  if (!speaksOfEstate(json)) throw new Unreadable("no estate in the answer");
  const said = estateCodeOf(json);
  if (said !== null && said !== code) {
    throw otherThanAsked("the profile of another estate", `the profile of ${said} instead of ${code}`);
  }
  return estateFields(json, lang, origin);
}

export const speaksOfEstate = (json: Json): boolean =>
  ["estateInfo", "estateName", "bigEstateName", "buildingName"].some((key) => json[key] !== undefined);
