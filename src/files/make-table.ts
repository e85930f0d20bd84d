import type { TSchema } from "typebox";
import { runInPool } from "../base/worker-pool.ts";
import { WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../limits/limits.ts";
import type { Column, Slice, Sliced } from "./table-slice.ts";

export type TableFormat = "xlsx" | "parquet";

/** A file to be made: its columns, and its records as JSON lines, read as they are written. */
export interface Table {
  format: TableFormat;
  columns: Column[];
  lines(): AsyncIterable<string>;
}

export interface SliceJob extends Omit<Slice<unknown>, "rows"> {
  format: TableFormat;
  /** Whole lines. */
  chunk: Uint8Array<ArrayBuffer>;
}

/** Characters of records that are written at a time, in a few milliseconds. Parquet files get long of many small groups. */
const SLICE: Record<TableFormat, number> = { xlsx: 64 * 1024, parquet: 256 * 1024 };

/** Runs a piece of work of this size when it is its turn. */
type InTurn = <T>(size: number, work: () => Promise<T>) => Promise<T>;

const WORKER = new URL("./make-table-worker.ts", import.meta.url);

/** Writes a file in another thread, slice by slice. */
export async function* makeTable({ format, columns, lines }: Table, inTurn: InTurn): AsyncGenerator<Uint8Array> {
  const parts: unknown[] = [];
  let size = 0;
  for await (const { chunk, isLast } of chunks(lines(), SLICE[format])) {
    size += chunk.length;
    if (size > limits.tableBytes.max) throw tooLarge();
    const job: SliceJob = { format, columns, chunk, before: isLast ? parts : parts.slice(-1), isLast };
    const { bytes, part } = await inTurn(chunk.length, () =>
      runInPool<Sliced<unknown>>(WORKER, job, { transferList: [chunk.buffer] }),
    );
    parts.push(part);
    yield bytes;
  }
}

async function* chunks(lines: AsyncIterable<string>, size: number) {
  const encoder = new TextEncoder();
  let text = "";
  for await (const some of lines) {
    text += some;
    if (text.length < size) continue;
    yield { chunk: encoder.encode(text), isLast: false };
    text = "";
  }
  yield { chunk: encoder.encode(text), isLast: true };
}

const tooLarge = (): WinnowError =>
  new WinnowError(
    "bad_request",
    `A file of this format has at most ${limits.tableBytes.max / 2 ** 20} MiB of records. Use csv or ndjson, or page with limit and cursor.`,
  );

/** The columns of a table, typed by the schema of its records. */
export const tableColumns = (names: string[], record: TSchema): Column[] =>
  names.map((name) => {
    const node = name
      .split(".")
      .reduce<JsonSchema | undefined>(
        (inside, step) => variants(inside).find((one) => one.properties?.[step])?.properties?.[step],
        record,
      );
    const types = new Set(variants(node).flatMap(({ type }) => type ?? []));
    types.delete("null");
    return { name, kind: name === "@line" ? "integer" : kindOf([...types]) };
  });

function kindOf(types: string[]): Column["kind"] {
  const [only = "text"] = types;
  if (types.length === 1 && (only === "integer" || only === "number" || only === "boolean")) return only;
  return types.length > 0 && types.every((type) => type === "integer" || type === "number") ? "number" : "text";
}

const variants = (node: JsonSchema | undefined): JsonSchema[] => (node === undefined ? [] : (node.anyOf ?? [node]));
