import { cleanText } from "./values.ts";

/** Text for comparison: in lower case, without accents. */
export const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The letters and digits of a text. The page's text was cleaned of entities and tags, so the requested one is too. */
const lettersOf = (value: unknown): string => {
  const letters = folded(cleanText(value) ?? "").replace(/[^\p{L}\p{N}]+/gu, "");
  return letters === "" ? String(value ?? "").trim() : letters;
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
 * For suggestions of a site that does not repeat the text itself: whether most of them resemble it. Each suggestion is a
 * list of texts, of which one is enough. Names in another script cannot be compared.
 */
export function mostSimilar(suggested: ReadonlyArray<readonly string[]>, asked: unknown): boolean {
  const wanted = lettersOf(asked);
  const isLatin = LATIN.test(wanted);
  if (isLatin && wanted.length < MIN_COMPARED) return true;
  const isAlike = isLatin ? similarText : hasSameSigns;
  const comparable = suggested
    .map((texts) => texts.filter((text) => LATIN.test(lettersOf(text)) === isLatin))
    .filter((texts) => texts.length > 0);
  const alike = comparable.filter((texts) => texts.some((text) => isAlike(text, asked)));
  return alike.length >= comparable.length / 2;
}

/** Half of the signs: a text may be in traditional or simplified characters. */
function hasSameSigns(stated: unknown, asked: unknown): boolean {
  const [signs, wanted] = [lettersOf(stated), [...new Set(lettersOf(asked))]];
  return wanted.filter((sign) => signs.includes(sign)).length >= wanted.length / 2;
}
