import type { Baseline, Change } from "./baseline.ts";
import { fieldOf, kindOf, type MeasureKey } from "./kinds.ts";
import type { Measured } from "./measure.ts";
import { likeness } from "./text-profile.ts";

/** "price: median 42 -> 4,200". */
export const wordsOf = ({ key, before, after }: Change): string =>
  `${fieldOf(key)}: ${kindOf(key).words(before, after)}`;

/** Texts count as swapped if they resemble the other's past this much more than their own. */
const CLEARLY = 0.2;

/** The field whose values this one now has, and vice versa: the two were swapped. */
export function swappedWith(field: string, baseline: Baseline, { values, profiles }: Measured): string | null {
  const isNumberOf = (one: string, other: string): boolean => {
    const key: MeasureKey = `${other} median`;
    const [is, was, own] = [values.get(`${one} median`), baseline.usual.get(key), baseline.usual.get(`${one} median`)];
    if (is === undefined || !was || !own) return false;
    return Math.abs(is - was.middle) < Math.min(kindOf(key).floor, Math.abs(is - own.middle) / 2);
  };
  const isTextOf = (one: string, other: string): boolean => {
    const [is, was, own] = [profiles.get(one), baseline.profiles.get(other), baseline.profiles.get(one)];
    return !!is && !!was && !!own && likeness(is.pairs, was.pairs) > likeness(is.pairs, own.pairs) + CLEARLY;
  };
  const takesPlaceOf = (one: string, other: string) => isNumberOf(one, other) || isTextOf(one, other);
  const others = new Set([...baseline.usual.keys()].map(fieldOf));
  others.delete(field);
  return [...others].find((other) => takesPlaceOf(field, other) && takesPlaceOf(other, field)) ?? null;
}
