import { percentConditions, type WatchRule } from "./watch-views.ts";

export type Value = string | number | boolean | null;
/** Baseline of each rule of a record about a percentage, by rule. */
export type Marks = Record<string, number>;

export interface Firing {
  rule: WatchRule;
  old: Value;
  new: Value;
}

/**
 * Returns the rules about a field that fire when its value goes from `old` to `now`. A rule fires when its condition
 * becomes true, not while it stays true. A percentage is measured from the value that the rule last reported, so that slow
 * changes add up; a fall from the highest value since then, and a rise from the lowest.
 */
export function fieldFirings(rules: WatchRule[], old: Value, now: Value, marks: Marks): Firing[] {
  return rules.flatMap((rule) => {
    const { when } = rule;
    if (isByPercent(when)) return byPercent(rule, moves[when], old, now, marks);
    const holds = conditions[when];
    return holds(now, rule.value) && !holds(old, rule.value) ? [{ rule, old, new: now }] : [];
  });
}

const conditions: Record<Exclude<WatchRule["when"], ByPercent>, (value: Value, bound: unknown) => boolean> = {
  below: (value, bound) => typeof value === "number" && value < Number(bound),
  above: (value, bound) => typeof value === "number" && value > Number(bound),
  becomes: (value, bound) => value === bound,
  appears: (value) => value !== null,
  disappears: (value) => value === null,
};

/** 400 to 440 is 10 %, despite binary fractions. */
const ROUNDING = 1e-9;

type ByPercent = (typeof percentConditions)[number];
const isByPercent = (when: WatchRule["when"]): when is ByPercent => percentConditions.some((one) => one === when);

interface Move {
  /** How far the value is from the baseline, in the direction that the rule is about. */
  by(base: number, now: number): number;
  /** The baseline while the rule does not fire. */
  base(base: number, now: number): number;
}

const moves: Record<ByPercent, Move> = {
  changes_by_percent: { by: (base, now) => Math.abs(now - base), base: (base) => base },
  falls_by_percent: { by: (base, now) => base - now, base: Math.max },
  rises_by_percent: { by: (base, now) => now - base, base: Math.min },
};

function byPercent(rule: WatchRule, move: Move, old: Value, now: Value, marks: Marks): Firing[] {
  const key = ruleMark(rule);
  const base = marks[key] ?? old;
  if (typeof now !== "number") return [];
  if (typeof base !== "number" || base === 0) {
    marks[key] = now;
    return [];
  }
  const percent = (move.by(base, now) / Math.abs(base)) * 100;
  const fires = percent >= Number(rule.value) - ROUNDING;
  marks[key] = fires ? now : move.base(base, now);
  return fires ? [{ rule, old: base, new: now }] : [];
}

export const ruleMark = ({ field, when, value }: WatchRule): string => `${field} ${when} ${value}`;
