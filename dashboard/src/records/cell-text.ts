import { formatNumber } from "../ui/format.ts";
import { type Column, parseTime, valueAt, valueCurrency } from "./columns.ts";
import { isMoney, moneyText } from "./money.ts";
import { type Item, isEmpty, valueText } from "./values.ts";

/** A value as text: numbers with their unit or currency, times as dates. */
export function cellText(record: Item, column: Column): string {
  const value = valueAt(record, column.path);
  if (isEmpty(value)) return "";
  const name = column.path.at(-1)!;
  if (column.kind === "money") {
    const amount = isMoney(value) ? value.amount : value;
    return typeof amount === "number" ? moneyText(amount, valueCurrency(value, record, column)) : valueText(value);
  }
  if (column.kind === "time") return timeText(value);
  if (typeof value === "number") {
    const plain = /(^|_)(id|year|code|zip)$|^(lat|long)itude$/.test(name) ? String(value) : formatNumber(value);
    return column.unit ? `${plain} ${column.unit}` : plain;
  }
  return valueText(value);
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function timeText(value: unknown): string {
  const at = parseTime(value);
  if (Number.isNaN(at)) return String(value);
  const hasTime = typeof value === "number" ? at % 86_400_000 !== 0 : /T/.test(String(value));
  return (hasTime ? dayAndTime : day).format(at);
}
