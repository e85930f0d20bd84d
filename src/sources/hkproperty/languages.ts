import { oneOf } from "../../source-kit/request.ts";
import { inLanguage, wants } from "../../source-kit/source.ts";

const langs = ["hk", "sc", "en"] as const;
export type Lang = (typeof langs)[number];

export const langField = (description: string) => oneOf(langs, { description, default: "hk" });

/** Why no page proves its language. */
export const UNSTATED = "The site does not say in which language its names are.";

/** The site's names of its languages, sent in a header. */
const LANGUAGES: Record<Lang, string> = { hk: "zh-TW", sc: "zh-CN", en: "en-US" };

export const headersIn = (lang: Lang) => ({
  ...wants.json,
  ...inLanguage(LANGUAGES[lang]),
  lang: LANGUAGES[lang],
});
