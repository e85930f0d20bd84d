import type { Operation } from "../../../contract/operation.ts";
import { filledFields } from "../../../contract/record.ts";
import { recordMisfit } from "../../../contract/record-misfit.ts";
import { isEmpty } from "../../../extraction/is-empty.ts";
import { type FlatRecord, flatten } from "../../../health/values/flat-record.ts";
import { judge } from "../../../health/values/judge.ts";
import { RecordPairs } from "../../../health/values/pairs.ts";

type Row = Record<string, unknown>;

export interface FieldVerdict {
  field: string;
  filled: string;
  type: string;
  /** Differences from the previous recording. */
  changed: string;
  verdict: "ok" | "look at it" | "WRONG";
}

/** Each field of the records, with its expectation and what has happened to it in the records of the previous time. */
export function fieldVerdicts(operation: Operation, records: Row[], before: Row[]): FieldVerdict[] {
  const now = records.map(flatten);
  const earlier = byId(before);
  const pairs = new RecordPairs((id) => earlier.get(id), byId(records));
  const vital = new Set(filledFields(operation.record));
  const misfit = records.map((record) => recordMisfit(operation.record, record)).find((one) => one !== null);
  return [...new Set(now.flatMap((record) => [...record.keys()]))].map((field) => {
    const change = judge(field, pairs.of(field));
    const isMisfit = misfit?.split(/[ [.]/)[0] === field;
    const share = now.filter((record) => !isEmpty(record.get(field))).length / records.length;
    const isWrong = isMisfit || change?.strength === "proof" || (vital.has(field) && share === 0);
    const isOdd = change || (vital.has(field) && share < 1) || (share === 0 && isInExample(operation, field));
    const verdict = isOdd ? "look at it" : "ok";
    return {
      field,
      filled: `${Math.round(share * 100)} %`,
      type: isMisfit ? (misfit ?? "") : typesIn(records, field),
      changed: change?.words.slice(field.length + 2) ?? (before.length === 0 ? "" : "no"),
      verdict: isWrong ? "WRONG" : verdict,
    };
  });
}

const byId = (records: Row[]): Map<string, FlatRecord> =>
  new Map(records.map((record) => [String(record.id), flatten(record)]));

const names: Record<string, string> = { string: "text", number: "number", boolean: "flag", object: "record" };

function typesIn(records: Row[], field: string): string {
  const [outer = "", inner] = field.split(".");
  const values = records.map(({ [outer]: value }) => {
    const inside = Array.isArray(value) && inner !== undefined ? value[0] : value;
    return inner === undefined ? inside : (inside as Row | null | undefined)?.[inner];
  });
  const found = values
    .filter((value) => !isEmpty(value))
    .map((value) => (Array.isArray(value) ? "list" : names[typeof value]));
  return [...new Set(found)].join(", ");
}

/** Whether the reference example has it filled; `brand.url` is a field of the nested record. */
const isInExample = ({ exampleRecord = {} }: Operation, field: string): boolean =>
  !isEmpty(flatten(exampleRecord).get(field));
