import { Fault } from "./fault.ts";
import type { Arguments } from "./tools.ts";

export type Row = Record<string, unknown>;

export type Query = Omit<Arguments["query"], "result_id">;
type Aggregate = NonNullable<Query["aggregate"]>[number];
type Condition = NonNullable<Query["where"]>[number];
export type Operator = Condition["op"];

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;
const own = (value: unknown, step: string): unknown =>
  isRow(value) && Object.hasOwn(value, step) ? value[step] : undefined;

/** A value inside a record: `price.amount`; through a list, the values of its entries. Undefined if there is none. */
export function valueAt(row: unknown, path: string): unknown {
  const whole = own(row, path);
  if (whole !== undefined) return whole;
  let value: unknown = row;
  for (const step of path.split(".")) {
    value = Array.isArray(value) ? value.map((entry) => own(entry, step)) : own(value, step);
  }
  return value;
}

/** Filters, groups, sorts and cuts, in that order. The error for an unknown field lists the known ones. */
export function runQuery(rows: Row[], query: Query): { total: number; rows: Row[] } {
  const grouping = Boolean(query.group_by?.length || query.aggregate?.length);
  refuseUnknownFields(rows, query, grouping);
  const tests = (query.where ?? []).map(testOf);
  const kept = rows.filter((row) => tests.every((test) => test(row)));
  const grouped = grouping ? group(kept, query) : kept;
  const { sort = [], fields = [], offset = 0, limit = 20 } = query;
  const sorted = sort.length > 0 ? grouped.toSorted((a, b) => inOrder(a, b, sort)) : grouped;
  const page = sorted.slice(offset, offset + limit);
  return { total: grouped.length, rows: fields.length > 0 ? page.map((row) => pick(row, fields)) : page };
}

export const pick = (row: Row, fields: string[]): Row =>
  Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null]));

function refuseUnknownFields(rows: Row[], query: Query, grouping: boolean): void {
  const { where = [], group_by = [], aggregate = [], sort = [], fields = [] } = query;
  const made = grouping
    ? [...group_by, ...(query.aggregate?.length ? aggregate : [{ fn: "count" as const }]).map(nameOf)]
    : null;
  const ofRecords = [...where.map(({ field }) => field), ...group_by, ...aggregate.flatMap(({ field }) => field ?? [])];
  const ofResult = [...sort.map(({ field }) => field), ...fields];
  refuseUnknown(rows, made ? ofRecords : [...ofRecords, ...ofResult]);
  const wrong = made && ofResult.find((field) => !made.includes(field));
  if (wrong) throw new Fault(`After grouping there is no field "${wrong}". Fields: ${made.join(", ")}.`);
}

/** A field exists if any record has it: nested ones are omitted when null. */
export function refuseUnknown(rows: Row[], fields: string[]): void {
  const [first] = rows;
  if (!first) return;
  for (const field of new Set(fields)) {
    if (rows.some((row) => isThere(valueAt(row, field)))) continue;
    const parent = field.includes(".") ? field.slice(0, field.lastIndexOf(".")) : null;
    const inside =
      parent === null
        ? undefined
        : rows.flatMap((row) => valueAt(row, parent)).find((value) => value !== null && typeof value === "object");
    const names = Object.keys(inside ?? first).map((name) => (inside ? `${parent}.${name}` : name));
    throw new Fault(`There is no field "${field}". Fields: ${names.join(", ")}.`);
  }
}

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 || value.some((entry) => entry !== undefined) : value !== undefined;

function testOf({ field, op, value: wanted }: Condition): (row: Row) => boolean {
  refuseWrongValue(field, op, wanted);
  const holds = holdsFor(field, op, wanted);
  return (row) => {
    const value = valueAt(row, field);
    return Array.isArray(value) && op !== "ne" && op !== "is_null" && op !== "not_null"
      ? value.some(holds)
      : holds(value);
  };
}

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
const LONGEST_VALUE = 1_000;
const MAX_VALUES = 200;

function refuseWrongValue(field: string, op: Operator, wanted: unknown): void {
  const about = `where on "${field}" with ${op}`;
  if (op === "is_null" || op === "not_null") return;
  if (op === "in") {
    if (
      Array.isArray(wanted) &&
      wanted.length <= MAX_VALUES &&
      wanted.every((entry) => isScalar(entry) || entry === null)
    )
      return;
    throw new Fault(`${about} needs a list of at most ${MAX_VALUES} values, such as {"value": ["a", "b"]}.`);
  }
  if (wanted === null && (op === "eq" || op === "ne")) return;
  if (!isScalar(wanted)) throw new Fault(`${about} needs one value: a text, a number, true or false.`);
  if (String(wanted).length > LONGEST_VALUE)
    throw new Fault(`${about}: the value may have at most ${LONGEST_VALUE} characters.`);
}

function holdsFor(field: string, op: Operator, wanted: unknown): (value: unknown) => boolean {
  const nothing = (value: unknown) => value === null || value === undefined;
  switch (op) {
    case "is_null":
      return nothing;
    case "not_null":
      return (value) => !nothing(value);
    case "eq":
      return wanted === null ? nothing : (value) => same(value, wanted);
    case "ne":
      return wanted === null ? (value) => !nothing(value) : (value) => !same(value, wanted);
    case "in":
      return (value) => Array.isArray(wanted) && wanted.some((entry) => same(value, entry));
    case "contains": {
      const part = String(wanted).toLowerCase();
      return (value) => typeof value === "string" && value.toLowerCase().includes(part);
    }
  }
  const asNumber = typeof wanted === "number" ? wanted : Number(String(wanted).trim() === "" ? Number.NaN : wanted);
  const fits = {
    gt: (n: number) => n > 0,
    gte: (n: number) => n >= 0,
    lt: (n: number) => n < 0,
    lte: (n: number) => n <= 0,
  }[op];
  return (value) => {
    if (nothing(value)) return false;
    if (typeof value !== "number") return fits(compare(value, wanted));
    if (Number.isNaN(asNumber))
      throw new Fault(`"${field}" holds numbers: ${op} needs a number, not ${JSON.stringify(wanted)}.`);
    return fits(value - asNumber);
  };
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && a !== undefined && b !== null && b !== undefined && String(a) === String(b));

const collator = new Intl.Collator("en");

/** Compares numbers by value, everything else as text. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(textOf(a), textOf(b));
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Nulls come last. */
function inOrder(a: Row, b: Row, sort: NonNullable<Query["sort"]>): number {
  for (const { field, order = "asc" } of sort) {
    const [left, right] = [valueAt(a, field) ?? null, valueAt(b, field) ?? null];
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const difference = compare(left, right);
    if (difference !== 0) return order === "desc" ? -difference : difference;
  }
  return 0;
}

const nameOf = ({ fn, field, as }: Aggregate): string => as ?? (field ? `${fn}_${field}` : fn);

function group(rows: Row[], { group_by = [], aggregate }: Query): Row[] {
  const inputs: Aggregate[] = aggregate?.length ? aggregate : [{ fn: "count" }];
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(group_by.map((field) => valueAt(row, field) ?? null));
    const members = groups.get(key);
    if (members) members.push(row);
    else groups.set(key, [row]);
  }
  if (group_by.length === 0 && groups.size === 0) groups.set("[]", []);
  return [...groups].map(([key, members]) => {
    const keys: unknown[] = JSON.parse(key);
    return {
      ...Object.fromEntries(group_by.map((field, index) => [field, keys[index]])),
      ...Object.fromEntries(inputs.map((input) => [nameOf(input), summarise(members, input)])),
    };
  });
}

function summarise(rows: Row[], { fn, field }: Aggregate): number | null {
  if (fn === "count" && !field) return rows.length;
  if (!field) throw new Fault(`aggregate ${fn} needs a field.`);
  const values = rows.flatMap((row) => valueAt(row, field)).filter((value) => value !== null && value !== undefined);
  if (fn === "count") return values.length;
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) {
    if (values.length > 0) throw new Fault(`aggregate ${fn}: "${field}" does not hold numbers.`);
    return null;
  }
  if (fn === "min") return numbers.reduce((least, value) => Math.min(least, value));
  if (fn === "max") return numbers.reduce((max, value) => Math.max(max, value));
  const sum = numbers.reduce((total, value) => total + value, 0);
  return fn === "sum" ? sum : sum / numbers.length;
}
