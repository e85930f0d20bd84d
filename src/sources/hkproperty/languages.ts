import { inLanguage, wants } from "../../source-kit/source.ts";

export const langs = ["hk", "sc", "en"] as const;
export type Lang = (typeof langs)[number];

/** The site's names of its languages, sent in a header. */
const LANGUAGES: Record<Lang, string> = { hk: "zh-TW", sc: "zh-CN", en: "en-US" };

export const headersIn = (lang: Lang) => ({
  ...wants.json,
  ...inLanguage(LANGUAGES[lang]),
  lang: LANGUAGES[lang],
});
