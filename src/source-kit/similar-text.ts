import { lettersOf } from "../contract/same-text.ts";

/** Shares of the pairs of letters that two names of a thing, and a text and its corrected spelling, have in common. */
const SIMILAR = 1 / 2;
const RESPELLED = 2 / 3;

/** Whether one name contains the other, or half of their letters agree. */
export function similarText(stated: unknown, asked: unknown): boolean {
  const [one, other] = [lettersOf(stated), lettersOf(asked)];
  if (one === "" || other === "") return one === other;
  return one.includes(other) || other.includes(one) || commonPairs(one, other) >= SIMILAR;
}

/** Whether a text may be another in corrected spelling. */
export const isRespelled = (stated: unknown, asked: unknown): boolean =>
  commonPairs(lettersOf(stated), lettersOf(asked)) >= RESPELLED;

/** From 0 to 1. */
function commonPairs(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  return common === 0 ? 0 : (2 * common) / (pairs.size + others.size);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));

/** A shorter text may be an abbreviation, which no suggestion repeats. */
const MIN_COMPARED = 4;
const LATIN = /[a-z]/;
/** Letters, none of them Latin. */
const isForeign = (text: string): boolean => /\p{L}/u.test(text) && !LATIN.test(lettersOf(text));

/**
 * For suggestions of a site that does not repeat the text itself: whether most of them resemble it. Each suggestion is a
 * list of texts, of which one is enough. Names in another script cannot be compared.
 */
export function mostSimilar(suggested: ReadonlyArray<readonly string[]>, asked: unknown): boolean {
  const wanted = lettersOf(asked);
  const isLatin = LATIN.test(wanted);
  if (isLatin && wanted.length < MIN_COMPARED) return true;
  const comparable = suggested
    // A name in another script is often beside a code in Latin letters, which says nothing about the name.
    .filter((texts) => !isLatin || !texts.some(isForeign) || texts.some((text) => similarText(text, asked)))
    .map((texts) => texts.filter((text) => LATIN.test(lettersOf(text)) === isLatin))
    .filter((texts) => texts.length > 0);
  const isAlike = isLatin ? (text: string) => similarText(text, asked) : holdingSigns(comparable.flat(), wanted);
  const alike = comparable.filter((texts) => texts.some(isAlike));
  return alike.length >= comparable.length / 2;
}

/**
 * Whether a text has all the signs of another, in any order. One that none of the texts has does not count: they may be in
 * traditional characters and the other in simplified ones.
 */
function holdingSigns(texts: readonly string[], wanted: string): (text: string) => boolean {
  const known = new Set(texts.flatMap((text) => [...lettersOf(text)]));
  const signs = [...wanted].filter((sign) => known.has(sign));
  return (text) => signs.length > 0 && signs.every((sign) => lettersOf(text).includes(sign));
}
