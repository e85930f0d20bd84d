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

const isChinese = (names: readonly string[]): boolean =>
  2 * names.filter((name) => /\p{Script=Han}/u.test(name)).length >= names.length;

/** A page is in the language of its names. Traditional and simplified characters cannot be told apart by their looks. */
export const languageEcho = {
  says: "language",
  words:
    "The site does not name it: names must be in its script. Traditional and simplified Chinese are not told apart.",
  same: (names: readonly string[], asked: string) => isChinese(names) === (asked !== "en"),
  shown: (value: readonly string[] | string) =>
    (typeof value === "string" ? value !== "en" : isChinese(value)) ? "Chinese" : "English",
  sometimes: "Some rows have no name.",
};

/** What a page with these names states. */
export function namesIn(names: ReadonlyArray<string | null>): string[] | null {
  const known = names.filter((name) => name !== null);
  return known.length > 0 ? known : null;
}
