import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Cell, Column, Slice, Sliced } from "./table-slice.ts";

/** What the end of the file says about a slice. */
export interface ParquetPart extends Pick<ParquetWriter, "row_groups" | "pendingIndexes" | "num_rows"> {
  /** Where the next slice begins. */
  offset: number;
}

const types = { integer: "INT64", number: "DOUBLE", boolean: "BOOLEAN", text: "STRING" } as const;

/** Writes some rows of a Parquet file, as a group of rows. */
export function parquetSlice({ columns, rows, before, isLast }: Slice<ParquetPart>): Sliced<ParquetPart> {
  const columnData = columns.map(({ name, kind }, at) => ({
    name,
    type: types[kind],
    nullable: true,
    data: rows.map((row) => typed(row[at] ?? null, kind)),
  }));
  const schema = schemaFromColumnData({ columnData });
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema });
  const last = before.at(-1);
  // The writer has begun a file.
  if (last) Object.assign(writer, { index: 0, offset: last.offset });
  const data = columnData.map(({ name, data }) => ({ name, data }));
  file.write({ columnData: data, rowGroupSize: Math.max(rows.length, 1) });
  const { row_groups, pendingIndexes, num_rows } = file;
  const part = { row_groups, pendingIndexes, num_rows, offset: writer.offset };
  if (isLast) {
    const parts = [...before, part];
    file.row_groups = parts.flatMap(({ row_groups }) => row_groups);
    file.pendingIndexes = parts.flatMap(({ pendingIndexes }) => pendingIndexes);
    file.num_rows = parts.reduce((sum, { num_rows }) => sum + num_rows, 0n);
    file.finish();
  }
  return { bytes: new Uint8Array(writer.getBuffer()), part };
}

const typed = (value: Cell, kind: Column["kind"]): Cell | bigint =>
  kind === "integer" && value !== null ? BigInt(value) : value;
