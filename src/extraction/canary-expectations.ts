import type { Canary, Condition } from "../contract/canary.ts";
import type { Operation } from "../contract/operation.ts";
import { filledFields } from "../contract/record.ts";
import { isEmpty } from "./is-empty.ts";

type Row = Record<string, unknown>;

/** Share of neighbours that may be out of order, due to adverts between rows. An ignored sort leaves about half of them so. */
const OUT_OF_ORDER = 0.1;
const MIN_SORTED = 3;

export interface Problem {
  problem: string;
  /** The missing field, if that is the problem. */
  field: string | null;
}

/** Returns the first expectation that the records do not meet. */
export function unmetExpectation(operation: Operation, canary: Canary, records: Row[]): Problem | null {
  const { atLeast = 1, every = {}, sorted } = canary;
  if (records.length < atLeast) {
    return { problem: `${records.length} records, ${atLeast} or more were expected`, field: null };
  }
  const watched = [...filledFields(operation.record), ...Object.keys(every)];
  const missing = watched.find((field) => valuesOf(records, field).length === 0);
  if (missing !== undefined) {
    return { problem: `"${missing}" is missing in all ${records.length} records`, field: missing };
  }
  const unmet = Object.entries(every).flatMap(([field, condition]) => unmetIn(records, field, condition));
  const problem = unmet[0] ?? (sorted ? disorderIn(records, sorted) : null);
  return problem === null ? null : { problem, field: null };
}

function unmetIn(records: Row[], field: string, condition: Condition): string[] {
  const values = valuesOf(records, field);
  const odd = values.filter((value) => !meets(value, condition));
  if (odd.length === 0) return [];
  const example = JSON.stringify(odd[0]);
  return [
    `the site ignored a filter: "${field}" is ${example} in ${odd.length} of ${values.length} records, not ${wordsFor(condition)}`,
  ];
}

function meets(value: unknown, { min, max, equals, startsWith }: Condition): boolean {
  if (min !== undefined && !(Number(value) >= min)) return false;
  if (max !== undefined && !(Number(value) <= max)) return false;
  if (startsWith !== undefined && !String(value).startsWith(startsWith)) return false;
  return equals === undefined || value === equals;
}

const wordsFor = ({ min, max, equals, startsWith }: Condition): string =>
  [
    min === undefined ? [] : `${min} or more`,
    max === undefined ? [] : `${max} or less`,
    equals === undefined ? [] : JSON.stringify(equals),
    startsWith === undefined ? [] : `${startsWith}...`,
  ]
    .flat()
    .join(" and ");

function disorderIn(records: Row[], { field, order }: NonNullable<Canary["sorted"]>): string | null {
  const values = valuesOf(records, field).map(Number);
  if (values.length < MIN_SORTED) return `"${field}" is filled in ${values.length} records: too few to see an order`;
  const sign = order === "ascending" ? 1 : -1;
  const wrong = values.slice(1).filter((value, index) => (value - (values[index] ?? value)) * sign < 0).length;
  if (wrong <= (values.length - 1) * OUT_OF_ORDER) return null;
  return `the site ignored the sort: "${field}" is not ${order} (${values.slice(0, 6).join(", ")}, ...)`;
}

/** Resolves a path such as `price.amount` into nested records. */
const valueAt = (record: Row, field: string): unknown =>
  field
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      record,
    );

const valuesOf = (records: Row[], field: string): unknown[] =>
  records.map((record) => valueAt(record, field)).filter((value) => !isEmpty(value));
