import type { SiteRequest } from "../../../contract/site.ts";
import type { langs } from "./request.ts";

type Lang = (typeof langs)[number];

/** The site's own names of its languages, sent in a header. */
const LANGUAGES: Record<Lang, string> = { hk: "zh-TW", sc: "zh-CN", en: "en-US" };

const headers = (lang: Lang) => ({ accept: "application/json", lang: LANGUAGES[lang] });

/** Never seen: see the source's README. */
export const estimatePage = (unit: string, lang: Lang): SiteRequest => ({
  path: `/estimate/api/Estimate/GetUnitEstimate?prn=${encodeURIComponent(unit)}`,
  headers: headers(lang),
});

export const estatePage = (typeCode: string, lang: Lang): SiteRequest => ({
  path: `/estate/api/Estate/GetEstateDetail?typeCode=${encodeURIComponent(typeCode)}&datasize=full`,
  headers: headers(lang),
});
