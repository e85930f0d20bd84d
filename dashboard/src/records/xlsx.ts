import writeXlsx, { type Cell } from "write-excel-file/universal";
import { type Column, currencyOf, timeOf, valueAt } from "./columns.ts";
import { isMoney } from "./money.ts";
import { type Item, isEmpty, textOf } from "./values.ts";

/** The most characters a workbook cell can hold. */
const MOST_TEXT = 32_767;

/** The records as a workbook: numbers as numbers, times as times, everything else as text, which never runs as a formula. */
export async function xlsxOf(records: Item[], columns: Column[]): Promise<Blob> {
  const head = columns.map(({ title }) => ({ value: title, fontWeight: "bold" as const }));
  const rows = records.map((record) => columns.map((column) => cellOf(record, column)));
  return writeXlsx([head, ...rows], {
    sheet: "Records",
    stickyRowsCount: 1,
    columns: columns.map(({ width }) => ({ width: Math.round(width / 7) })),
  }).toBlob();
}

/** One cell; exported for its test. */
export function cellOf(record: Item, column: Column): Cell {
  const value = valueAt(record, column.path);
  if (isEmpty(value)) return null;
  const amount = isMoney(value) ? value.amount : value;
  if (column.kind === "money" && typeof amount === "number") {
    const currency = currencyOf(value, record, column);
    return { value: amount, type: Number, format: currency ? `#,##0.00 "${currency}"` : "#,##0.00" };
  }
  if (column.kind === "time") {
    const at = timeOf(value);
    if (!Number.isNaN(at)) return { value: new Date(at), type: Date, format: "yyyy-mm-dd hh:mm" };
  }
  if (typeof value === "number") return { value, type: Number };
  if (typeof value === "boolean") return { value, type: Boolean };
  return { value: textOf(value).slice(0, MOST_TEXT), type: String };
}
