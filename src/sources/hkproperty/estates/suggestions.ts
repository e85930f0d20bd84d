import { Unreadable } from "../../../contract/errors.ts";
import { type NoRecord, Page } from "../../../contract/page.ts";
import type { Answer, SiteRequest } from "../../../contract/site.ts";
import { cleanText, wholeOf } from "../../../contract/values.ts";
import { at, jsonOf, objectOf } from "../../../source-kit/json.ts";
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
export function readSuggestions(answer: Answer): Page<Estate> {
  if (answer.status !== 200) throw new Unreadable(`the suggestions of estates answered ${answer.status}`);
  const json = jsonOf(answer);
  if (!Array.isArray(json)) throw new Unreadable("the suggestions of estates are no list");
  return Page.of(json, estateOf);
}

function estateOf(value: unknown): Estate | NoRecord {
  const row = objectOf(value);
  const code = cleanText(row?.typeCode);
  if (row === null || code === null) return "unreadable";
  if (!ESTATE_CODE.test(code)) return "other-kind";
  return {
    code,
    name: cleanText(row.displayName),
    district: cleanText(row.districtName) ?? cleanText(at(row, "scope", "hma")),
    address: cleanText(row.address),
    unitCount: wholeOf(row.unitCount),
  };
}
