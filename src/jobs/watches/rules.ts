import { moveConditions, type WatchRule } from "./watch-views.ts";

export type Value = string | number | boolean | null;
/** Of each rule of a record: the value that a move is measured from, or 1 once a rule for the first run has seen it. */
export type Marks = Record<string, number>;

export interface Firing {
  rule: WatchRule;
  old: Value;
  new: Value;
}

/**
 * Returns the rules about a field that fire when its value goes from `old` to `now`. A rule fires when its condition
 * becomes true, not while it stays true; one for the first run also if it is true when it first sees the record. A move is
 * measured from the value that the rule last reported, so that slow
 * changes add up; a fall from the highest value since then, and a rise from the lowest.
 */
export function fieldFirings(rules: WatchRule[], old: Value, now: Value, marks: Marks): Firing[] {
  return rules.flatMap((rule) => {
    const { when } = rule;
    if (isMove(when)) return moved(rule, moves[when], old, now, marks);
    const holds = conditions[when];
    const isFirst = rule.first_run === true && marks[ruleMark(rule)] === undefined;
    if (isFirst) marks[ruleMark(rule)] = 1;
    return holds(now, rule.value) && (isFirst || !holds(old, rule.value)) ? [{ rule, old, new: now }] : [];
  });
}

const conditions: Record<Exclude<WatchRule["when"], MoveCondition>, (value: Value, bound: unknown) => boolean> = {
  below: (value, bound) => typeof value === "number" && value < Number(bound),
  above: (value, bound) => typeof value === "number" && value > Number(bound),
  becomes: (value, bound) => value === bound,
  appears: (value) => value !== null,
  disappears: (value) => value === null,
};

/** 400 to 440 is 10 %, despite binary fractions. */
const ROUNDING = 1e-9;

type MoveCondition = (typeof moveConditions)[number];
const isMove = (when: WatchRule["when"]): when is MoveCondition => moveConditions.some((one) => one === when);

interface Move {
  /** How far the value is from the baseline, in the direction that the rule is about. */
  by(base: number, now: number): number;
  /** The baseline while the rule does not fire. */
  base(base: number, now: number): number;
}

const change: Move = { by: (base, now) => Math.abs(now - base), base: (base) => base };
const fall: Move = { by: (base, now) => base - now, base: Math.max };
const rise: Move = { by: (base, now) => now - base, base: Math.min };

const moves: Record<MoveCondition, Move> = {
  changes_by_percent: change,
  falls_by_percent: fall,
  rises_by_percent: rise,
  falls_by: fall,
  rises_by: rise,
};

function moved(rule: WatchRule, move: Move, old: Value, now: Value, marks: Marks): Firing[] {
  const key = ruleMark(rule);
  const base = marks[key] ?? old;
  if (typeof now !== "number") return [];
  const isPercent = rule.when.endsWith("_percent");
  if (typeof base !== "number" || (isPercent && base === 0)) {
    marks[key] = now;
    return [];
  }
  const by = isPercent ? (move.by(base, now) / Math.abs(base)) * 100 : move.by(base, now);
  const fires = by >= Number(rule.value) - ROUNDING;
  marks[key] = fires ? now : move.base(base, now);
  return fires ? [{ rule, old: base, new: now }] : [];
}

export const ruleMark = ({ field, when, value }: WatchRule): string => `${field} ${when} ${value}`;
