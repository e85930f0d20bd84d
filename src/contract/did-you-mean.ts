import { nearest } from "./nearest.ts";

/** A valid value, with its display name. */
interface KnownValue {
  value: string;
  label?: string | null;
}

const MAX = 3;
/** Created on demand: it loads locale data, which would slow down the start. */
const listed = () => new Intl.ListFormat("en", { type: "disjunction" });

export const lookUpWith = (lookup: string): string => `Look up valid values with POST ${lookup}.`;

/** The end of a rejection: similar values, matched by value or label, and the lookup that lists all values if there is one. */
export function didYouMean(given: string, known: KnownValue[], lookup: string | null): string {
  const meant = new Map<string, KnownValue>();
  for (const one of known) {
    for (const text of [one.value, one.label]) if (text && !meant.has(text)) meant.set(text, one);
  }
  const near = new Set(nearest(given, meant.keys(), meant.size).flatMap((text) => meant.get(text) ?? []));
  const words = [...near].slice(0, MAX).map(({ value, label }) => `"${value}"${label ? ` (${label})` : ""}`);
  const question = words.length > 0 ? [`Did you mean ${listed().format(words)}?`] : [];
  return [...question, ...(lookup ? [lookUpWith(lookup)] : [])].join(" ");
}
