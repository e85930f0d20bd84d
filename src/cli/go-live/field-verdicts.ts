import type { Operation } from "../../contract/operation.ts";
import { filledFieldsOf } from "../../contract/record.ts";
import { recordMisfit } from "../../contract/record-misfit.ts";
import { isEmpty } from "../../extraction/is-empty.ts";
import { type Column, columnsOf, type FlatRecord, flatten } from "../../health/values/columns.ts";
import { fieldOf, kindOf, type MeasureKey, worrying } from "../../health/values/kinds.ts";
import { measure } from "../../health/values/measure.ts";

type Row = Record<string, unknown>;

export interface FieldVerdict {
  field: string;
  filled: string;
  type: string;
  /** Differences from the previous recording. */
  changed: string;
  verdict: "ok" | "look at it" | "WRONG";
}

/** Each field of the records, with its expectation and its previous state. */
export function fieldVerdicts(operation: Operation, records: Row[], before: Row[]): FieldVerdict[] {
  const now = records.map(flatten);
  const changes = changesSince(now, before.map(flatten));
  const vital = new Set(filledFieldsOf(operation.record));
  const misfit = records.map((record) => recordMisfit(operation.record, record)).find((one) => one !== null);
  return [...columnsOf(now)].map(([field, column]) => {
    const change = changes.get(field);
    const isMisfit = misfit?.split(/[ [.]/)[0] === field;
    const share = column.filled / records.length;
    const isWrong = isMisfit || change?.isAbsurd || (vital.has(field) && share === 0);
    const isOdd = change || (vital.has(field) && share < 1) || (share === 0 && isInExample(operation, field));
    const verdict = isOdd ? "look at it" : "ok";
    return {
      field,
      filled: `${Math.round(share * 100)} %`,
      type: isMisfit ? (misfit ?? "") : typesIn(column),
      changed: change?.words ?? (before.length === 0 ? "" : "no"),
      verdict: isWrong ? "WRONG" : verdict,
    };
  });
}

function typesIn({ filled, numbers, texts, flags, items }: Column): string {
  const kinds = { list: items.length, text: items.length > 0 ? 0 : texts.length, number: numbers.length, flag: flags };
  const found = Object.entries(kinds).flatMap(([kind, count]) => (count > 0 ? kind : []));
  return found.join(", ") || (filled > 0 ? "record" : "");
}

/** The largest change of each field relative to its kind, measured as in docs/health.md. */
function changesSince(now: FlatRecord[], before: FlatRecord[]) {
  const changes = new Map<string, { words: string; excess: number; isAbsurd: boolean }>();
  if (before.length === 0) return changes;
  const figures = { records: 0, pages: 0, count: null, total: null, latencyMs: null, duplicates: 0, overlap: 0 };
  const then = measure(before, figures, new Map());
  const usual = new Map([...then.profiles].map(([field, profile]) => [field, { ...profile, runs: before.length }]));
  const [was, is] = [measure(before, figures, usual).values, measure(now, figures, usual).values];
  for (const [key, after] of is) {
    const value = was.get(key);
    if (value === undefined) continue;
    const { floor, absurdFrom = Number.POSITIVE_INFINITY, words } = kindOf(key);
    const difference = worrying(key, after - value);
    const field = fieldOf(key satisfies MeasureKey);
    if (difference < floor || difference / floor <= (changes.get(field)?.excess ?? 0)) continue;
    changes.set(field, { words: words(value, after), excess: difference / floor, isAbsurd: difference >= absurdFrom });
  }
  return changes;
}

/** Whether the reference example has it filled; `brand.url` is a field of the nested record. */
const isInExample = ({ exampleRecord = {} }: Operation, field: string): boolean =>
  !isEmpty(flatten(exampleRecord).get(field));
