import type { SiteRequest } from "../../../contract/site.ts";
import { inLanguage, wants } from "../../../source-kit/headers.ts";
import type { langs } from "./request.ts";

export type Lang = (typeof langs)[number];

/** The site's own names of its languages, sent in a header. */
const LANGUAGES: Record<Lang, string> = { hk: "zh-TW", sc: "zh-CN", en: "en-US" };

export const headersIn = (lang: Lang) => ({
  ...wants.json,
  ...inLanguage(LANGUAGES[lang]),
  lang: LANGUAGES[lang],
});

/** Never seen: the operator may set another address (see the source's README). */
export const estimatePage = (template: string, unit: string, lang: Lang, token?: string): SiteRequest => ({
  path: template.replaceAll("{unit}", encodeURIComponent(unit)).replaceAll("{lang}", lang),
  headers: { ...headersIn(lang), ...(token && { authorization: `Bearer ${token}` }) },
});

/** A page whose state holds the token that the site's own scripts send. */
export const tokenPage = (path: string, lang: Lang): SiteRequest => ({
  path,
  headers: { ...headersIn(lang), ...wants.page },
});

export const estatePage = (typeCode: string, lang: Lang): SiteRequest => ({
  path: `/estate/api/Estate/GetEstateDetail?typeCode=${encodeURIComponent(typeCode)}&datasize=full`,
  headers: headersIn(lang),
});
