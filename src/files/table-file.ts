import { Piscina } from "piscina";
import type { TSchema } from "typebox";
import { WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../limits/limits.ts";

export type TableFormat = "xlsx" | "parquet";

export interface Column {
  name: string;
  kind: "number" | "boolean" | "text";
}

export interface TableJob {
  format: TableFormat;
  columns: Column[];
  rows: unknown[][];
}

const MOST_WAITING = 8;

/** Its thread starts with the first file and ends when idle: a large workbook takes seconds of processor time. */
let pool: Piscina<TableJob, Uint8Array> | undefined;

/** Rows as a file that is complete only at its end. It is built in memory, so its rows are limited. */
export async function tableFile(
  format: TableFormat,
  columns: Column[],
  rows: AsyncIterable<unknown[]>,
): Promise<Uint8Array> {
  const gathered: unknown[][] = [];
  for await (const row of rows) {
    if (gathered.push(row) <= limits.tableRows.most) continue;
    const words = `A file of this format has at most ${limits.tableRows.most} rows. Use csv or ndjson, or page with limit and cursor.`;
    throw new WinnowError("bad_request", words);
  }
  pool ??= new Piscina({
    filename: new URL("./table-file-worker.ts", import.meta.url).href,
    idleTimeout: 30_000,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MOST_WAITING,
  });
  if (pool.queueSize >= MOST_WAITING) throw new WinnowError("overloaded");
  return pool.run({ format, columns, rows: gathered });
}

/** The columns of a table, typed by the schema of its records. */
export const columnsOf = (names: string[], record: TSchema): Column[] =>
  names.map((name) => {
    const node = name
      .split(".")
      .reduce<JsonSchema | undefined>(
        (inside, step) => variantsOf(inside).find((one) => one.properties?.[step])?.properties?.[step],
        record,
      );
    const types = new Set(variantsOf(node).flatMap(({ type }) => type ?? []));
    types.delete("null");
    if (types.size > 0 && [...types].every((type) => type === "number" || type === "integer"))
      return { name, kind: "number" };
    return { name, kind: types.size === 1 && types.has("boolean") ? "boolean" : "text" };
  });

const variantsOf = (node: JsonSchema | undefined): JsonSchema[] => (node === undefined ? [] : (node.anyOf ?? [node]));
