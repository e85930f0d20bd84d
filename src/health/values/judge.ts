import { isAddress, type Value } from "./flat-record.ts";
import type { Pair } from "./pairs.ts";
import { tuning } from "./tuning.ts";

/**
 * What has happened to a field. Single records do not change their type, trade two fields or become a hundred times as
 * dear; they do go out of stock, and a sale makes all of a page cheaper by one factor.
 */
export type ChangeKind =
  | "type"
  | "traded"
  | "emptied"
  | "same"
  | "scale"
  | "absurd"
  | "factor"
  | "format"
  | "words"
  | "records"
  | "total"
  | "overlap"
  | "latency";

/**
 * `proof`: the pairs decide, if they show it twice. `likely`: the canary decides. `hint`: too few pairs, or those of
 * another request; the canary decides, and nobody is warned until then.
 */
export type Strength = "proof" | "likely" | "hint";

/** A change of one field in a run. */
export interface Finding {
  field: string;
  kind: ChangeKind;
  strength: Strength;
  pairs: number;
  moved: number;
  /** A median or a share, for people. */
  before: number;
  after: number;
  /** Of many values that became one: which. */
  value?: Value;
  words: string;
}

type Found = Pick<Finding, "kind" | "moved" | "before" | "after" | "value" | "words"> & {
  isProof: boolean;
  isHint?: boolean;
};

/** Judges the pairs of one field; null if nothing has happened to it that single records do not do. Of texts, a smaller share may do. */
export function judge(field: string, pairs: readonly Pair[], texts: number = tuning.nearlyAll): Finding | null {
  const filled = pairs.filter(({ old }) => old !== null);
  if (filled.length === 0) return null;
  const lost = emptied(filled);
  // A few values that are gone do not hide what has happened to the others.
  const others =
    lost && !lost.isHint
      ? null
      : changed(
          filled.filter(({ now }) => now !== null),
          texts,
        );
  const found = others ?? lost;
  if (!found) return null;
  const { isProof, isHint, words, ...rest } = found;
  const strength = isProof ? "proof" : "likely";
  const isWeak = isHint || filled.length < tuning.enoughPairs;
  return { field, ...rest, words: `${field}: ${words}`, pairs: filled.length, strength: isWeak ? "hint" : strength };
}

/** One value that is gone may have sold out; two ask the canary. */
export const ENOUGH_LOST = 2;

function emptied(filled: readonly Pair[]): Found | null {
  const own = filled.filter(({ isSale }) => !isSale);
  const moved = own.filter(({ now }) => now === null).length;
  if (own.length === 0 || moved === 0 || moved < Math.min(ENOUGH_LOST, tuning.part * own.length)) return null;
  const after = 1 - moved / own.length;
  const isProof = moved >= tuning.nearlyAll * own.length;
  const isHint = moved < tuning.part * own.length;
  return { kind: "emptied", moved, before: 1, after, words: `filled in 100 % -> ${percent(after)}`, isProof, isHint };
}

/** Values that the same records have lost, more than they have gained. */
export function lostIn(pairs: readonly Pair[]): number {
  const lost = pairs.filter(({ old, now, isSale }) => old !== null && now === null && !isSale).length;
  return lost - pairs.filter(({ old, now }) => old === null && now !== null).length;
}

function changed(pairs: readonly Pair[], texts: number): Found | null {
  if (pairs.every(({ old, now }) => old === now)) return null;
  return retyped(pairs) ?? traded(pairs) ?? allTheSame(pairs) ?? moved(pairs) ?? reworded(pairs, texts);
}

function retyped(pairs: readonly Pair[]): Found | null {
  const count = pairs.filter(({ old, now }) => named(old) !== named(now)).length;
  if (count === 0 || count < tuning.part * pairs.length) return null;
  const { old, now } = pairs.find((pair) => named(pair.old) !== named(pair.now)) as Pair;
  return found("type", count, pairs, `${named(old)} -> ${named(now)}`);
}

function traded(pairs: readonly Pair[]): Found | null {
  const partners = Map.groupBy(
    pairs.filter(({ tradedWith }) => tradedWith !== null),
    ({ tradedWith }) => tradedWith,
  );
  const [partner, traders = []] = commonest(partners);
  if (partner !== undefined && traders.length >= tuning.part * pairs.length)
    return found("traded", traders.length, pairs, `looks swapped with "${partner}"`);
  return amongRecords(pairs.filter(isTextPair), pairs);
}

/** Texts that change places among records: nothing is new, and nothing is where it was. Days and states move in order. */
function amongRecords(texts: readonly TextPair[], pairs: readonly Pair[]): Found | null {
  const moved = texts.filter(({ old, now }) => old !== now);
  const left = Map.groupBy(moved, ({ old }) => old);
  if (moved.length < Math.max(2, tuning.part * pairs.length)) return null;
  if (left.size < Math.min(tuning.enoughValues, pairs.length)) return null;
  const traders = moved.filter(({ old, now }) => {
    const isWord = /\p{L}.*\s|\s.*\p{L}/u.test(old);
    return left.get(now)?.pop() !== undefined && !(isWord && letters(old) === letters(now));
  }).length;
  // A weekday in words moves all of its kind to one other.
  const ways = new Set(moved.map(({ old, now }) => `${old} ${now}`)).size;
  if (ways === left.size && ways < moved.length / 2) return null;
  // Of a long list, the records whose texts they are may not be compared. Numbers and dates are texts of others by chance.
  const isCounted = moved.some(({ old }) => !/\p{L}/u.test(old));
  if (traders < (isCounted ? 1 : tuning.part) * moved.length) return null;
  return { ...found("traded", traders, pairs, "texts of other records"), isProof: false };
}

/** Many values before, one now. */
function allTheSame(pairs: readonly Pair[]): Found | null {
  const told = pairs.filter(({ old }) => typeof old !== "boolean" && !isAddress(old));
  if (new Set(told.map(({ old }) => old)).size < tuning.enoughValues) return null;
  const [now = null, held = []] = commonest(Map.groupBy(told, (pair) => pair.now));
  const moved = held.filter((pair) => pair.old !== now).length;
  if (held.length < tuning.nearlyAll * told.length || moved < tuning.part * told.length) return null;
  return { ...found("same", held.length, told, `always ${JSON.stringify(now)}`), value: now };
}

export const isNumberPair = (pair: Pair): pair is Pair & { old: number; now: number } =>
  typeof pair.old === "number" && typeof pair.now === "number" && !pair.isSale;

function moved(pairs: readonly Pair[]): Found | null {
  const numbers = pairs.filter(isNumberPair);
  if (numbers.length === 0) return null;
  const before = median(numbers.map(({ old }) => old));
  const after = median(numbers.map(({ now }) => now));
  const words = `median ${plain(before)} -> ${plain(after)}`;
  for (const sign of [1, -1] as const) {
    const far = numbers.filter((pair) => isAbsurd(pair, sign)).length;
    if (far > 0 && far >= tuning.part * numbers.length)
      return { kind: isScale(numbers) ? "scale" : "absurd", moved: far, before, after, words, isProof: true };
  }
  const factors = factorsOf(numbers);
  const factor = median(factors);
  if (!isFactor(factor)) return null;
  // Rounding makes them differ a little.
  const rounding = (tuning.commonFactor - 1) / 3;
  const alike = factors.filter((one) => Math.abs(one / factor - 1) <= rounding).length;
  if (alike < tuning.nearlyAll * numbers.length || isOneValue(numbers)) return null;
  // A recall looks for this factor. The medians may be of records that are not alike.
  const times = before * factor;
  const all = `median ${plain(before)} -> ${plain(times)}, all by a factor of ${plain(factor)}`;
  return { kind: "factor", moved: alike, before, after: times, words: all, isProof: false };
}

/** Numbers that all moved by one power of ten: a unit, or a point in another place. No price does that. */
function isScale(numbers: ReadonlyArray<{ old: number; now: number }>): boolean {
  const tens = Math.log10(median(factorsOf(numbers)));
  return Math.round(tens) !== 0 && Math.abs(tens - Math.round(tens)) <= Math.log10(tuning.commonFactor);
}

/** With one added, so that a rating of 0.2 that becomes 1 does not count as five times as much. */
export const isAbsurd = ({ old, now }: { old: number; now: number }, sign: 1 | -1): boolean =>
  Math.log((1 + Math.abs(now)) / (1 + Math.abs(old))) * sign >= Math.log(tuning.absurdFactor);

/** Whether enough numbers have no common factor. */
export function isSteady(pairs: readonly Pair[]): boolean {
  const factors = factorsOf(pairs.filter(isNumberPair));
  return factors.length >= tuning.enoughPairs && !isFactor(median(factors));
}

const factorsOf = (numbers: ReadonlyArray<{ old: number; now: number }>): number[] =>
  numbers.filter(({ old, now }) => old * now > 0).map(({ old, now }) => now / old);
const isFactor = (factor: number): boolean => Math.abs(Math.log(factor)) >= Math.log(tuning.commonFactor);

/** A number that all records of a page share is one observation. */
const isOneValue = (pairs: readonly Pair[]): boolean =>
  pairs.length >= tuning.enoughPairs && new Set(pairs.map(({ old }) => old)).size < tuning.enoughValues;

export const letters = (text: string): string => text.replaceAll(/[\d\s]+/g, "");
const shape = (text: string): string => text.replaceAll(/\d+/g, "9").replaceAll(/\p{L}+/gu, "a");
/** The same letters and digits, in whatever order. */
const signs = (text: string): string => (text.match(/[\d\p{L}]/gu) ?? []).sort().join("");
/** Whatever is between two numbers: "50-99" and "50 to 99" are alike. */
const spans = (text: string): string => text.replaceAll(/(?<=\d)\D{1,4}(?=\d)/g, "-");

export const isReformatted = ({ old, now }: { old: string; now: string }): boolean => {
  if (shape(old) === shape(now) || !/\d/.test(old)) return false;
  return !/\p{L}/u.test(old) || signs(old) === signs(now) || spans(old) === spans(now);
};

export type TextPair = Pair & { old: string; now: string };
export const isTextPair = (pair: Pair): pair is TextPair =>
  typeof pair.old === "string" && typeof pair.now === "string";

/** Whether a record has the value of before; numbers move a little by themselves. */
export function isAlike(pair: Pair): boolean {
  const { old, now } = pair;
  return old === now || (isNumberPair(pair) && pair.old * pair.now > 0 && !isFactor(pair.now / pair.old));
}

function reworded(pairs: readonly Pair[], share: number): Found | null {
  const texts = pairs.filter(isTextPair).filter(({ old }) => !isAddress(old));
  const reformatted = texts.filter(isReformatted);
  const example = reformatted[0] ?? texts.find(({ old, now }) => old !== now);
  if (!example) return null;
  const like = `such as ${JSON.stringify(example.old)} -> ${JSON.stringify(example.now)}`;
  const isNearlyAll = ({ length }: readonly Pair[]) => length > 0 && length >= share * texts.length;
  if (isNearlyAll(reformatted)) return found("format", reformatted.length, texts, `another format, ${like},`);
  // Days and states move within their few words; names do not.
  const known = new Set(texts.map(({ old }) => letters(old)));
  const replaced = texts.filter(({ old, now }) => /\p{L}/u.test(old) && !known.has(letters(now)));
  // A day in words moves all of its kind to one other; a name is replaced by many.
  const ways = new Set(replaced.map(({ old, now }) => `${letters(old)} ${letters(now)}`)).size;
  const isTold = texts.length < tuning.enoughPairs || ways >= Math.min(tuning.enoughValues, texts.length / 2);
  if (!isNearlyAll(replaced) || !isTold) return null;
  return found("words", replaced.length, texts, `other words, ${like},`);
}

const found = (kind: ChangeKind, moved: number, { length }: readonly Pair[], what: string): Found => {
  const words = `${what} in ${moved} of ${length} records seen before`;
  return { kind, moved, before: 1, after: 1 - moved / length, words, isProof: true };
};

const commonest = <K>(groups: Map<K, Pair[]>): [K, Pair[]] | [] =>
  [...groups].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];

const named = (value: Value): string => (isAddress(value) ? "address" : typeof value);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const plain = (value: number): string => Number(value.toPrecision(3)).toLocaleString("en-US");

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
