import { nearest } from "./nearest.ts";

/** A value that can be sent, with what people know it by. */
interface KnownValue {
  value: string;
  label?: string | null;
}

const MOST = 3;
/** Made when it is needed: it loads a language, which the start need not wait for. */
const listed = () => new Intl.ListFormat("en", { type: "disjunction" });

export const lookUpWith = (lookup: string): string => `Look up valid values with POST ${lookup}.`;

/**
 * For the end of a refusal: the values that may be meant, by value or label, and the lookup that finds them all
 * where there is one.
 */
export function didYouMean(given: string, known: KnownValue[], lookup: string | null): string {
  const meant = new Map<string, KnownValue>();
  for (const one of known) {
    for (const text of [one.value, one.label]) if (text && !meant.has(text)) meant.set(text, one);
  }
  const near = new Set(nearest(given, meant.keys(), meant.size).flatMap((text) => meant.get(text) ?? []));
  const words = [...near].slice(0, MOST).map(({ value, label }) => `"${value}"${label ? ` (${label})` : ""}`);
  const question = words.length > 0 ? [`Did you mean ${listed().format(words)}?`] : [];
  return [...question, ...(lookup ? [lookUpWith(lookup)] : [])].join(" ");
}
