import { cleanText } from "./values.ts";

/** Text for comparison: in lower case, without accents. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The letters and digits of a text. The page's text was cleaned of entities and tags, so the requested one is too. */
export const lettersOf = (value: unknown): string => {
  const letters = folded(cleanText(value) ?? "").replace(/[^\p{L}\p{N}]+/gu, "");
  return letters === "" ? String(value ?? "").trim() : letters;
};

/** Whether two texts have the same letters and digits; case, accents, blanks and punctuation do not count. */
export const sameText = (stated: unknown, asked: unknown): boolean => lettersOf(stated) === lettersOf(asked);
