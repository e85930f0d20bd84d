export type Item = Record<string, unknown>;

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

export const isLink = (value: unknown): value is string => typeof value === "string" && /^https?:\/\//.test(value);

/** A record inside a record in a few words: its own formatting, or its values. */
export function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  const { "@type": _, formatted, ...rest } = value as Item;
  if (typeof formatted === "string") return formatted;
  return Object.values(rest)
    .filter((item) => !isEmpty(item))
    .map(textOf)
    .join(" ");
}

/** Numbers by size, everything else by its text; what is empty comes last, whichever way it is sorted. */
export function compareValues(a: unknown, b: unknown, descending: boolean): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : textOf(a).localeCompare(textOf(b), "en", { numeric: true });
  return descending ? -order : order;
}

/** What most people look for first; the rest follow in the contract's order. */
const FIRST = ["image", "name", "estate_name", "price", "rating", "review", "city"];

/** The fields that some record fills, those that people look for first in front. */
export function columnsOf(records: Item[], fields: string[]): string[] {
  const filled = fields.filter((field) => field !== "@type" && records.some((record) => !isEmpty(record[field])));
  return [...FIRST.filter((field) => filled.includes(field)), ...filled.filter((field) => !FIRST.includes(field))];
}

export const isNumeric = (records: Item[], field: string): boolean =>
  records.some((record) => typeof record[field] === "number") &&
  records.every((record) => isEmpty(record[field]) || typeof record[field] === "number");
