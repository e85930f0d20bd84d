import { parquetWriteBuffer } from "hyparquet-writer";
import writeXlsx from "write-excel-file/node";
import type { Column, TableFormat, TableJob } from "./make-table.ts";
import { valueAt } from "./value-at.ts";

type Cell = number | boolean | string | null;

/** The most characters that a cell of a workbook holds. */
const MAX_TEXT = 32_767;

const writers: Record<TableFormat, (columns: Column[], rows: Cell[][]) => Promise<Uint8Array>> = {
  /** Text is typed as text, so that a spreadsheet never runs it as a formula. */
  async xlsx(columns, rows) {
    const head = columns.map(({ name }) => ({ value: name, fontWeight: "bold" as const }));
    const cells = rows.map((row) => row.map((value) => (typeof value === "string" ? value.slice(0, MAX_TEXT) : value)));
    return writeXlsx([head, ...cells], { sheet: "Records", stickyRowsCount: 1 }).toBuffer();
  },
  async parquet(columns, rows) {
    const types = { integer: "INT64", number: "DOUBLE", boolean: "BOOLEAN", text: "STRING" } as const;
    const columnData = columns.map(({ name, kind }, at) => ({
      name,
      type: types[kind],
      nullable: true,
      data: rows.map((row) => {
        const value = row[at] ?? null;
        return kind === "integer" && value !== null ? BigInt(value) : value;
      }),
    }));
    return new Uint8Array(parquetWriteBuffer({ columnData }));
  },
};

export default async function work({ format, columns, chunks }: TableJob): Promise<Uint8Array> {
  const places = columns.map(({ name, kind }) => ({ steps: name.split("."), kind }));
  const rows = chunks.flatMap((chunk) =>
    linesIn(chunk).map((line) => {
      const record: unknown = JSON.parse(line);
      return places.map(({ steps, kind }) => cellOf(valueAt(record, steps), kind));
    }),
  );
  return writers[format](columns, rows);
}

const linesIn = (chunk: Uint8Array): string[] => Buffer.from(chunk).toString().split("\n").slice(0, -1);

/** A value of another type than its column is left out of a column of numbers, and written as text into any other. */
function cellOf(value: unknown, kind: Column["kind"]): Cell {
  if (value === null || value === undefined) return null;
  if (kind === "integer") return Number.isSafeInteger(value) ? (value as number) : null;
  if (kind === "number") return typeof value === "number" ? value : null;
  if (kind === "boolean") return typeof value === "boolean" ? value : null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
