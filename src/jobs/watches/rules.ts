import type { WatchRule } from "./watch-views.ts";

export type Value = string | number | boolean | null;
/** Baseline of each `changes_by_percent` rule of a record, by rule. */
export type Marks = Record<string, number>;

export interface Firing {
  rule: WatchRule;
  old: Value;
  new: Value;
}

/**
 * Returns the rules about a field that fire when its value goes from `old` to `now`. A rule fires when its condition
 * becomes true, not while it stays true. A percentage change is measured from the value that the rule last reported, so
 * that slow changes add up.
 */
export function fieldFirings(rules: WatchRule[], old: Value, now: Value, marks: Marks): Firing[] {
  return rules.flatMap((rule) => {
    if (rule.when === "changes_by_percent") return byPercent(rule, old, now, marks);
    const holds = conditions[rule.when];
    return holds(now, rule.value) && !holds(old, rule.value) ? [{ rule, old, new: now }] : [];
  });
}

const conditions: Record<
  Exclude<WatchRule["when"], "changes_by_percent">,
  (value: Value, bound: unknown) => boolean
> = {
  below: (value, bound) => typeof value === "number" && value < Number(bound),
  above: (value, bound) => typeof value === "number" && value > Number(bound),
  becomes: (value, bound) => value === bound,
  appears: (value) => value !== null,
  disappears: (value) => value === null,
};

/** 400 to 440 is 10 %, despite binary fractions. */
const ROUNDING = 1e-9;

function byPercent(rule: WatchRule, old: Value, now: Value, marks: Marks): Firing[] {
  const key = markOf(rule);
  const base = marks[key] ?? old;
  if (typeof now !== "number") return [];
  if (typeof base !== "number" || base === 0) {
    marks[key] = now;
    return [];
  }
  const percent = (Math.abs(now - base) / Math.abs(base)) * 100;
  const fires = percent >= Number(rule.value) - ROUNDING;
  marks[key] = fires ? now : base;
  return fires ? [{ rule, old: base, new: now }] : [];
}

export const markOf = ({ field, value }: WatchRule): string => `${field} ${value}`;
