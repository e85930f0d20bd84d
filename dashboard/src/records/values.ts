import { isMoney, moneyText } from "./money.ts";

export type Item = Record<string, unknown>;

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

export const isLink = (value: unknown): value is string => typeof value === "string" && /^https?:\/\//.test(value);

/** A nested record in a few words: its name or its own formatting, otherwise its values. */
export function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (isMoney(value) && value.amount !== null) return moneyText(value.amount, value.currency);
  const { "@type": _, formatted, ...rest } = value as Item;
  if (typeof formatted === "string") return formatted;
  return Object.entries(rest)
    .filter(([field, item]) => !isEmpty(item) && !(/(^|_)(id|url|alias)$/.test(field) && rest.name))
    .map(([, item]) => valueText(item))
    .join(" ");
}

/** What a record is called, or else the id. */
export const recordName = (record: Item | null, id: unknown = record?.id ?? "Record"): string =>
  valueText([record?.name, record?.title, record?.estate_name].find((name) => !isEmpty(name)) ?? id);

/** Compares numbers by size and everything else as text. Empty values come last in both directions. */
export function compareValues(a: unknown, b: unknown, descending: boolean): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order = typeof a === "number" && typeof b === "number" ? a - b : byText.compare(valueText(a), valueText(b));
  return descending ? -order : order;
}

const byText = new Intl.Collator("en", { numeric: true });
