import { cleanText } from "./values.ts";

/** Text for comparison: in lower case, without accents. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The letters and digits of a text. The page's text was cleaned of entities and tags, so the requested one is too. */
const lettersOf = (value: unknown): string => {
  const letters = folded(cleanText(value) ?? "").replace(/[^\p{L}\p{N}]+/gu, "");
  return letters === "" ? String(value).trim() : letters;
};

/** Whether two texts have the same letters and digits; case, accents, blanks and punctuation do not count. */
export const sameText = (stated: unknown, asked: unknown): boolean => lettersOf(stated) === lettersOf(asked);

/** Share of the pairs of letters that a text and its corrected spelling have in common. */
const ALIKE = 0.5;

/** The same for sites that correct spelling: one text contains the other, or most of their pairs of letters agree. */
export function similarText(stated: unknown, asked: unknown): boolean {
  const [one, other] = [lettersOf(stated), lettersOf(asked)];
  if (one === "" || other === "") return one === other;
  if (one.includes(other) || other.includes(one)) return true;
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  return 2 * common >= ALIKE * (pairs.size + others.size);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** A shorter text may be an abbreviation, which no suggestion repeats. */
const MIN_COMPARED = 4;
const LATIN = /[a-z]/;

/**
 * For suggestions of a site that does not repeat the text itself: whether one of them resembles it. Names in another script
 * cannot be compared.
 */
export function someSimilar(suggested: readonly string[], asked: unknown): boolean {
  const wanted = lettersOf(asked);
  const isLatin = LATIN.test(wanted);
  const comparable = suggested.filter((text) => LATIN.test(lettersOf(text)) === isLatin);
  if (comparable.length === 0 || (isLatin && wanted.length < MIN_COMPARED)) return true;
  return comparable.some((text) => similarText(text, asked));
}
