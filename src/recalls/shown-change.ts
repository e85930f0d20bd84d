import type { Value } from "../health/values/flat-record.ts";
import {
  type ChangeKind,
  isAbsurd,
  isNumberPair,
  isReformatted,
  isTextPair,
  letters,
  median,
} from "../health/values/judge.ts";
import type { Pair } from "../health/values/pairs.ts";
import { tuning } from "../health/values/tuning.ts";

/** What an incident says of a field, so that single records can be compared with it. */
export interface Change {
  kind: ChangeKind;
  /** Of a common factor: its size. */
  factor: number | null;
  /** Of a number that is far off: in which direction. */
  sign: 1 | -1;
  /** Of many values that became one: which. */
  constant: Value;
  /** Of other words: those of before, without digits. A state that moves to one of them moves by itself. */
  words: ReadonlySet<string>;
}

/** Completes what the incident's details say with what all pairs show together. */
export function changeShown(
  { measure, before = 0, after = 0 }: { measure: ChangeKind; before?: number; after?: number },
  pairs: readonly Pair[],
): Change {
  const moved = pairs.filter(({ old, now }) => old !== null && now !== null && old !== now);
  const far = (sign: 1 | -1) => moved.filter((pair) => isNumberPair(pair) && isAbsurd(pair, sign)).length;
  const byValue = [...Map.groupBy(moved, ({ now }) => now)].sort(([, a], [, b]) => b.length - a.length);
  return {
    kind: measure,
    factor: before === 0 ? null : after / before,
    sign: direction(before, after) ?? (far(-1) > far(1) ? -1 : 1),
    constant: byValue[0]?.[0] ?? null,
    words: new Set(pairs.flatMap(({ old }) => (typeof old === "string" ? letters(old) : []))),
  };
}

/** Which way the medians moved, if they did so clearly. */
function direction(before: number, after: number): 1 | -1 | null {
  const size = Math.log((1 + Math.abs(after)) / (1 + Math.abs(before)));
  if (Math.abs(size) < Math.log(tuning.absurdFactor) / 2) return null;
  return size > 0 ? 1 : -1;
}

/** Numbers differ from an exact factor by rounding. */
const ROUNDING = 0.02;

/** Whether one record, compared with itself before or after, shows the change. */
export function showsChange({ kind, factor, sign, constant, words }: Change, pair: Pair): boolean {
  const { old, now, tradedWith, isSale } = pair;
  if (old === null || old === now) return false;
  if (kind === "emptied") return now === null && !isSale;
  if (now === null) return false;
  switch (kind) {
    case "type":
      return typeof old !== typeof now;
    case "traded":
      return tradedWith !== null;
    case "same":
      return now === constant;
    case "absurd":
      return isNumberPair(pair) && isAbsurd(pair, sign);
    case "factor":
      return factor !== null && isNumberPair(pair) && isByFactor(pair, factor);
    case "format":
      return isTextPair(pair) && isReformatted(pair);
    case "words":
      return isTextPair(pair) && /\p{L}/u.test(pair.old) && !words.has(letters(pair.now));
    default:
      return false;
  }
}

function isByFactor({ old, now }: { old: number; now: number }, factor: number): boolean {
  const exact = old * factor;
  const isWhole = Number.isInteger(old) && Number.isInteger(now);
  return Math.abs(now - exact) <= Math.max(ROUNDING * Math.abs(exact), isWhole ? 0.5 : 0);
}

/** Changes that can be told from the opposite one: a later value that "shows" it is the right one. */
export const isDirected = ({ kind }: Change): boolean =>
  kind === "emptied" || kind === "absurd" || kind === "factor" || kind === "same";

/** By how much numbers moved, if they all moved alike. */
export const commonRatio = (pairs: readonly Pair[]): number =>
  median(pairs.filter(isNumberPair).flatMap(({ old, now }) => (old === 0 ? [] : [now / old])));

/** Changes that no currency, language or day makes: another request's record may show them. */
export function showsElsewhere(change: Change, pair: Pair, ratio: number): boolean {
  if (!showsChange(change, pair)) return false;
  if (change.kind === "emptied" || change.kind === "type" || change.kind === "same") return true;
  if (change.kind !== "absurd" || !isNumberPair(pair)) return false;
  return Math.abs(Math.log(pair.now / pair.old / ratio)) < Math.log(tuning.commonFactor);
}
