import type { Value } from "../health/values/flat-record.ts";
import { type ChangeKind, isAbsurd, isNumberPair, isReformatted, isTextPair, letters } from "../health/values/judge.ts";
import type { Pair } from "../health/values/pairs.ts";

/** What an incident says of a field, so that single records can be compared with it. */
export interface Change {
  kind: ChangeKind;
  /** By how much numbers moved. */
  factor: number;
  /** Of many values that became one: which. */
  value: Value;
}

export const changeOf = ({
  measure,
  before = 0,
  after = 0,
  value = null,
}: {
  measure: ChangeKind;
  before?: number;
  after?: number;
  value?: Value;
}): Change => {
  const factor = before > 0 && after > 0 ? after / before : 1;
  return { kind: measure, value, factor: measure === "scale" ? 10 ** Math.round(Math.log10(factor)) : factor };
};

/** Numbers differ from an exact factor by rounding. */
const ROUNDING = 0.02;

/** Whether one record, compared with what was confirmed of it, shows the change. */
export function showsChange({ kind, factor, value }: Change, pair: Pair, pairs: readonly Pair[]): boolean {
  const { old, now, tradedWith, isSale } = pair;
  if (old === null || old === now) return false;
  if (kind === "emptied") return now === null && !isSale;
  if (now === null) return false;
  switch (kind) {
    case "type":
      return typeof old !== typeof now;
    case "traded":
      return tradedWith !== null || (isTextPair(pair) && pairs.some((other) => other.old === now));
    case "same":
      return now === value;
    case "absurd":
      return isNumberPair(pair) && isAbsurd(pair, factor < 1 ? -1 : 1);
    case "scale":
    case "factor":
      return isNumberPair(pair) && isByFactor(pair, factor);
    case "format":
      return isTextPair(pair) && isReformatted(pair);
    case "words":
      return isTextPair(pair) && /\p{L}/u.test(pair.old) && letters(pair.old) !== letters(pair.now);
    default:
      return false;
  }
}

function isByFactor({ old, now }: { old: number; now: number }, factor: number): boolean {
  const exact = old * factor;
  const isWhole = Number.isInteger(old) && Number.isInteger(now);
  return Math.abs(now - exact) <= Math.max(ROUNDING * Math.abs(exact), isWhole ? 0.5 : 0);
}

/** Changes that no currency, language or day makes: another request's record may show them. */
export const isElsewhereTold = ({ kind }: Change): boolean =>
  kind === "emptied" || kind === "type" || kind === "same" || kind === "scale" || kind === "traded";
