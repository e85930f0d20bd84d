import { Piscina } from "piscina";
import type { TSchema } from "typebox";
import { WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../limits/limits.ts";

export type TableFormat = "xlsx" | "parquet";

export interface Column {
  /** The path of a field, such as `price.amount`. */
  name: string;
  kind: "integer" | "number" | "boolean" | "text";
}

/** A file to be made: its columns, and its records as JSON lines, read when it is its turn. */
export interface Table {
  format: TableFormat;
  columns: Column[];
  lines(): AsyncIterable<string>;
}

export interface TableJob {
  format: TableFormat;
  columns: Column[];
  /** Each has whole lines. */
  chunks: Uint8Array<ArrayBuffer>[];
}

const CHUNK_CHARACTERS = 256 * 1024;

/** Its threads start with the first file and end when idle: a large workbook takes seconds of processor time. */
let pool: Piscina<TableJob, Uint8Array> | undefined;

/** Makes a file that is complete only at its end. It is built in memory, in another thread, so its records are limited. */
export async function makeTable({ format, columns, lines }: Table): Promise<Uint8Array> {
  pool ??= new Piscina({
    filename: new URL("./make-table-worker.ts", import.meta.url).href,
    idleTimeout: 30_000,
    minThreads: 0,
    maxThreads: 2,
  });
  const chunks = await encoded(lines());
  return pool.run({ format, columns, chunks }, { transferList: chunks.map(({ buffer }) => buffer) });
}

async function encoded(lines: AsyncIterable<string>): Promise<Uint8Array<ArrayBuffer>[]> {
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [text, size] = ["", 0];
  const end = () => {
    const chunk = encoder.encode(text);
    chunks.push(chunk);
    text = "";
    size += chunk.length;
    if (size > limits.tableBytes.max) throw tooLarge();
  };
  for await (const some of lines) {
    text += some;
    if (text.length >= CHUNK_CHARACTERS) end();
  }
  end();
  return chunks;
}

const tooLarge = (): WinnowError =>
  new WinnowError(
    "bad_request",
    `A file of this format has at most ${limits.tableBytes.max / 2 ** 20} MiB of records. Use csv or ndjson, or page with limit and cursor.`,
  );

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
    return { name, kind: name === "@line" ? "integer" : kindOf([...types]) };
  });

function kindOf(types: string[]): Column["kind"] {
  const [only = "text"] = types;
  if (types.length === 1 && (only === "integer" || only === "number" || only === "boolean")) return only;
  return types.length > 0 && types.every((type) => type === "integer" || type === "number") ? "number" : "text";
}

const variantsOf = (node: JsonSchema | undefined): JsonSchema[] => (node === undefined ? [] : (node.anyOf ?? [node]));
