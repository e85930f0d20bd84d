import { humanise } from "../ui/format.ts";
import { byUse } from "./field-order.ts";
import { isMoney } from "./money.ts";
import { type Item, isEmpty, isLink } from "./values.ts";

/** How a column's values are shown, sorted and exported. */
export type CellKind = "image" | "link" | "number" | "money" | "time" | "flag" | "list" | "text";

/** A field of the records, or of a record nested in them. */
export interface Column {
  id: string;
  path: readonly string[];
  title: string;
  kind: CellKind;
  /** A currency code, `%` or `sq ft`: the unit of the numbers, if the records do not have their own. */
  unit: string | null;
  width: number;
}

/** The number of values that decides a column's kind. */
const ENOUGH = 40;

/** Columns with at least one value, ordered by use. Nested records are unfolded. */
export function recordColumns(records: Item[], fields: string[], units: Record<string, string> = {}): Column[] {
  return byUse(fields)
    .filter((field) => field !== "@type")
    .flatMap((field) => {
      const values = filledValues(records, [field]);
      if (values.length === 0) return [];
      const keys = innerKeys(values);
      if (!keys) return [columnOf([field], values, units[field] ?? null)];
      return keys.flatMap((key) => {
        const inner = filledValues(records, [field, key]);
        return inner.length === 0 ? [] : [columnOf([field, key], inner, null)];
      });
    });
}

/** The value at a path in a record. */
export function valueAt(record: Item, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) value = (value as Item | null | undefined)?.[name];
  return value;
}

function filledValues(records: Item[], path: readonly string[]): unknown[] {
  const found: unknown[] = [];
  for (const record of records) {
    const value = valueAt(record, path);
    if (!isEmpty(value) && found.push(value) === ENOUGH) break;
  }
  return found;
}

const isRecord = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Field names of nested records; null if the values are not records, or are money, which is one value. */
function innerKeys(values: unknown[]): string[] | null {
  if (!values.every(isRecord) || values.every(isMoney)) return null;
  return [...new Set(values.flatMap((value) => Object.keys(value as Item)))].filter((key) => key !== "@type");
}

const widths: Record<CellKind, number> = {
  image: 64,
  link: 220,
  number: 120,
  money: 130,
  time: 140,
  flag: 110,
  list: 240,
  text: 190,
};
const WIDE = 320;

function columnOf(path: string[], values: unknown[], known: string | null): Column {
  const name = path.at(-1)!;
  const unit = known ?? (/percent$/.test(name) ? "%" : null);
  const kind = kindOf(name, values, unit);
  // `review.review_count` is "Review count".
  const named = path.filter((part, at) => !path[at + 1]?.startsWith(`${part}_`));
  const title = humanise(named.join(" ").replace(/_percent$/, ""));
  const isName = /(^|_)name$|^title$/.test(name) && path.length === 1;
  const width = isName ? WIDE : Math.max(widths[kind], Math.min(240, 44 + title.length * 7.5));
  return { id: path.join("."), path, title, kind, unit, width };
}

const ISO_TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
const CURRENCY = /^[A-Z]{3}$/;

function kindOf(name: string, values: unknown[], unit: string | null): CellKind {
  const all = (fits: (value: unknown) => boolean) => values.every(fits);
  if (all(isMoney)) return "money";
  if (all((value) => typeof value === "number")) {
    if (unit === "unix seconds") return "time";
    return (unit && CURRENCY.test(unit)) || /(^|_)price$/.test(name) ? "money" : "number";
  }
  if (all((value) => typeof value === "boolean")) return "flag";
  if (all(isLink)) return /image|logo|picture|photo/.test(name) ? "image" : "link";
  if (all((value) => typeof value === "string" && ISO_TIME.test(value))) return "time";
  return all(Array.isArray) ? "list" : "text";
}

/** The value to sort by. Money sorts by its amount. */
export function sortValue(record: Item, { path }: Column): unknown {
  const value = valueAt(record, path);
  return isMoney(value) ? value.amount : value;
}

/** A time in milliseconds, from any of its notations. */
export const parseTime = (value: unknown): number =>
  typeof value === "number" ? value * 1000 : Date.parse(String(value));

/** The currency of an amount: its own, the record's, or the contract's. */
export function valueCurrency(value: unknown, record: Item, { unit }: Column): string | null {
  const own = isMoney(value) ? value.currency : unit;
  const found = own ?? (typeof record.currency === "string" ? record.currency : null);
  return found && CURRENCY.test(found) ? found : null;
}
