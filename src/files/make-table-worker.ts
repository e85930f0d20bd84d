import type { SliceJob, TableFormat } from "./make-table.ts";
import { parquetSlice } from "./parquet.ts";
import type { Cell, Column, Slice, Sliced } from "./table-slice.ts";
import { valueAt } from "./value-at.ts";
import { xlsxSlice } from "./xlsx.ts";

const writers: Record<TableFormat, (slice: Slice<any>) => Sliced<unknown>> = { xlsx: xlsxSlice, parquet: parquetSlice };

export default function work({ format, columns, chunk, before, isLast }: SliceJob): Sliced<unknown> {
  const places = columns.map(({ name, kind }) => ({ steps: name.split("."), kind }));
  const rows = linesIn(chunk).map((line) => {
    const record: unknown = JSON.parse(line);
    return places.map(({ steps, kind }) => cell(valueAt(record, steps), kind));
  });
  return writers[format]({ columns, rows, before, isLast });
}

const linesIn = (chunk: Uint8Array): string[] => Buffer.from(chunk).toString().split("\n").slice(0, -1);

/** A value of another type than its column is left out of a column of numbers, and written as text into any other. */
function cell(value: unknown, kind: Column["kind"]): Cell {
  if (value === null || value === undefined) return null;
  if (kind === "integer") return Number.isSafeInteger(value) ? (value as number) : null;
  if (kind === "number") return typeof value === "number" ? value : null;
  if (kind === "boolean") return typeof value === "boolean" ? value : null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
