import { Unreadable } from "../../../contract/errors.ts";
import type { Answer, SiteRequest } from "../../../contract/site.ts";
import { cleanText, wholeOf } from "../../../contract/values.ts";
import { at, type Json, jsonOf, objectsOf } from "../../../source-kit/json.ts";
import { headersIn, type Lang } from "../valuations/pages.ts";

/** An estate, a phase of one, or a building that stands alone. */
export interface Estate {
  /** `1-`, `2-` or `3-` and the site's code. */
  code: string;
  name: string | null;
  district: string | null;
  address: string | null;
  unitCount: number | null;
}

/** Other codes are of districts and the like. */
export const ESTATE_CODE = /^[123]-[A-Z0-9]+$/i;

export const suggestionsPage = (keyword: string, lang: Lang): SiteRequest => ({
  path: `/estate/api/Estate/EstateAutoComplete?keyword=${encodeURIComponent(keyword)}`,
  headers: headersIn(lang),
});

/** A bare list, of which a name and a code were seen; what else it may say is read where it is there. */
export function readSuggestions(answer: Answer): Estate[] {
  if (answer.status !== 200) throw new Unreadable(`the suggestions of estates answered ${answer.status}`);
  const json = jsonOf(answer);
  if (!Array.isArray(json)) throw new Unreadable("the suggestions of estates are no list");
  const rows = objectsOf(json);
  if (rows.length > 0 && rows.every((row) => cleanText(row.typeCode) === null)) {
    throw new Unreadable("no suggested estate has a code");
  }
  return rows.map(estateOf).filter((estate) => estate !== null);
}

function estateOf(row: Json): Estate | null {
  const code = cleanText(row.typeCode);
  if (code === null || !ESTATE_CODE.test(code)) return null;
  return {
    code,
    name: cleanText(row.displayName),
    district: cleanText(row.districtName) ?? cleanText(at(row, "scope", "hma")),
    address: cleanText(row.address),
    unitCount: wholeOf(row.unitCount),
  };
}
