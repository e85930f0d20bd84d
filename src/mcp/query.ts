import { Fault } from "./fault.ts";

export type Row = Record<string, unknown>;
export type Operator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "contains" | "in" | "is_null" | "not_null";

export interface Query {
  where?: Array<{ field: string; op: Operator; value?: unknown }>;
  group_by?: string[];
  aggregate?: Array<{ fn: "count" | "sum" | "avg" | "min" | "max"; field?: string; as?: string }>;
  sort?: Array<{ field: string; order?: "asc" | "desc" }>;
  fields?: string[];
  offset?: number;
  limit?: number;
}

/** A value inside a record: `price.amount`; through a list, the values of its entries. */
export function valueAt(row: unknown, path: string): unknown {
  let value: unknown = Object.hasOwn(Object(row), path) ? (row as Row)[path] : undefined;
  if (value !== undefined) return value;
  value = row;
  for (const step of path.split(".")) {
    value = Array.isArray(value)
      ? value.map((entry) => (entry as Row | null)?.[step])
      : typeof value === "object" && value !== null
        ? (value as Row)[step]
        : undefined;
  }
  return value;
}

/** Filters, groups, sorts and cuts, in that order. Says which fields there are where a name is wrong. */
export function runQuery(rows: Row[], query: Query): { total: number; rows: Row[] } {
  checkFields(rows, query);
  const kept = rows.filter((row) =>
    (query.where ?? []).every((test) => holds(valueAt(row, test.field), test.op, test.value)),
  );
  const grouped = query.group_by?.length || query.aggregate?.length ? group(kept, query) : kept;
  const sorted = query.sort?.length ? grouped.toSorted((a, b) => inOrder(a, b, query.sort!)) : grouped;
  const offset = query.offset ?? 0;
  const page = sorted.slice(offset, offset + (query.limit ?? 20));
  return { total: grouped.length, rows: query.fields?.length ? page.map((row) => pick(row, query.fields!)) : page };
}

export const pick = (row: Row, fields: string[]): Row =>
  Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null]));

function checkFields(rows: Row[], { where = [], group_by = [], aggregate = [], sort = [], fields = [] }: Query): void {
  const [first] = rows;
  if (!first) return;
  const made = aggregate.map(nameOf);
  const grouping = group_by.length > 0 || aggregate.length > 0;
  const asked = [
    ...where.map(({ field }) => field),
    ...group_by,
    ...aggregate.flatMap(({ field }) => field ?? []),
    ...[...sort.map(({ field }) => field), ...fields].filter((field) => !made.includes(field)),
  ];
  const wrong = asked.find((field) => !Object.hasOwn(first, field) && !Object.hasOwn(first, field.split(".")[0]!));
  if (wrong !== undefined) {
    throw new Fault(
      `There is no field "${wrong}". Fields: ${Object.keys(first).join(", ")}${grouping ? `; made here: ${made.join(", ")}` : ""}.`,
    );
  }
}

function holds(value: unknown, op: Operator, wanted: unknown): boolean {
  if (op === "is_null") return value === null || value === undefined;
  if (op === "not_null") return value !== null && value !== undefined;
  if (Array.isArray(value) && op !== "ne") return value.some((entry) => holds(entry, op, wanted));
  switch (op) {
    case "eq":
      return same(value, wanted);
    case "ne":
      return !same(value, wanted);
    case "in":
      return Array.isArray(wanted) && wanted.some((entry) => same(value, entry));
    case "contains":
      return typeof value === "string" && value.toLowerCase().includes(String(wanted).toLowerCase());
    default: {
      if (value === null || value === undefined) return false;
      const order = compare(value, typeof value === "number" ? Number(wanted) : wanted);
      if (op === "gt") return order > 0;
      if (op === "gte") return order >= 0;
      return op === "lt" ? order < 0 : order <= 0;
    }
  }
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (a !== null && a !== undefined && b !== null && b !== undefined && String(a) === String(b));

/** Numbers by value, everything else as text; nothing comes last. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en");
}

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

const nameOf = ({ fn, field, as }: NonNullable<Query["aggregate"]>[number]): string =>
  as ?? (field ? `${fn}_${field}` : fn);

function group(rows: Row[], { group_by = [], aggregate = [{ fn: "count" }] }: Query): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(group_by.map((field) => valueAt(row, field) ?? null));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  if (group_by.length === 0 && groups.size === 0) groups.set("[]", []);
  return [...groups].map(([key, members]) => {
    const keys = JSON.parse(key) as unknown[];
    return {
      ...Object.fromEntries(group_by.map((field, index) => [field, keys[index]])),
      ...Object.fromEntries(aggregate.map((wish) => [nameOf(wish), summarise(members, wish)])),
    };
  });
}

function summarise(rows: Row[], { fn, field }: NonNullable<Query["aggregate"]>[number]): number | null {
  if (fn === "count" && !field) return rows.length;
  if (!field) throw new Fault(`aggregate "${fn}" needs a field.`);
  const values = rows.flatMap((row) => valueAt(row, field)).filter((value) => value !== null && value !== undefined);
  if (fn === "count") return values.length;
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (fn === "sum") return sum;
  if (fn === "avg") return sum / numbers.length;
  return fn === "min" ? Math.min(...numbers) : Math.max(...numbers);
}
