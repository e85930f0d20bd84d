import { Readable } from "node:stream";
import { type Format, formatOrNull } from "../base/content-negotiation.ts";
import { invalidValue, WinnowError } from "../contract/errors.ts";
import { csvLine } from "./csv.ts";
import { type Selection, selectFields } from "./field-selection.ts";
import type { CountedRows, RecordRow } from "./jobs-api.ts";
import type { Entry } from "./registry.ts";
import { columnsOf, type TableFormat, tableFile } from "./table-file.ts";

/** Which of the stored records, and which of their fields. */
export interface RecordsQuery {
  /** Overrides the Accept header, for links. */
  format?: FileFormat;
  fields?: string;
  limit?: number;
  cursor?: string;
}

interface Wanted extends RecordsQuery {
  entry: Entry;
  accept: string | undefined;
  /** A selection that was read elsewhere. */
  selection?: Selection | null;
  /** The file name without its extension, for a link with a format. */
  fileName?: string;
  /** Fields before those of the record, such as `@line`. */
  before?: string[];
}

export type FileFormat = Format | TableFormat;

const types: Record<FileFormat, string> = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
};
const tables = { [types.xlsx]: "xlsx", [types.parquet]: "parquet" } as const;
export const fileFormats = ["json", "ndjson", "csv", "xlsx", "parquet"] as const satisfies FileFormat[];
export const recordTypes = Object.values(types).map((type) => type.replace(/;.*/, ""));

/**
 * Stored records in the requested format: all of them, written as they are read, or a page with a cursor to the next. The
 * head states how many follow, because no format but JSON shows that its end is missing.
 */
export async function recordContent(rowsFrom: (line: number) => CountedRows | Promise<CountedRows>, wanted: Wanted) {
  const { entry, limit, cursor, accept, before = [] } = wanted;
  const selection = wanted.selection ?? selectionOf(wanted.fields, entry, before);
  const format = wanted.format ?? formatOrNull(accept, tables);
  if (format === null) throw new WinnowError("not_acceptable");
  const start = cursor === undefined ? { line: 0, at: 0 } : readPlace(cursor);
  const { page, count, next } = await pageOf(await rowsFrom(start.line), start, limit);
  const columns = selection?.paths ?? [...before, ...Object.keys(entry.operation.record.properties)];
  return {
    type: types[format],
    headers: {
      "x-results-count": String(count),
      ...(next !== null && { "x-next-cursor": writePlace(next) }),
      ...(wanted.format &&
        wanted.fileName && { "content-disposition": `attachment; filename="${wanted.fileName}.${format}"` }),
    },
    body:
      format === "xlsx" || format === "parquet"
        ? Readable.from([Buffer.from(await table(format, page, columns, selection, entry))])
        : Readable.from(write[format](page, columns, selection)),
  };
}

function selectionOf(fields: string | undefined, { operation }: Entry, before: string[]): Selection | null {
  if (fields === undefined) return null;
  const known = {
    properties: { ...Object.fromEntries(before.map((name) => [name, {}])), ...operation.record.properties },
  };
  const paths = [...new Set(fields.split(",").map((path) => path.trim()))];
  const selected = selectFields(known, paths);
  if ("faults" in selected) throw new WinnowError("validation", selected.faults);
  return selected;
}

/** Where a page begins: the line of a batch (0 for a job), and how many of its records come before. */
interface Place {
  line: number;
  at: number;
}

/** Collects a page, so that its end is known before its head is sent. */
async function pageOf(
  { rows, count }: CountedRows,
  start: Place,
  limit: number | undefined,
): Promise<{ page: Rows; count: number; next: Place | null }> {
  if (limit === undefined) return { page: from(rows, start), count: count - start.at, next: null };
  const page: RecordRow[] = [];
  for await (const row of from(rows, start)) {
    if (page.length < limit) {
      page.push(row);
      continue;
    }
    const line = lineOf(row);
    const before = page.filter((one) => lineOf(one) === line).length;
    const next = { line, at: before + (line === start.line ? start.at : 0) };
    return { page, count: page.length, next };
  }
  return { page, count: page.length, next: null };
}

async function* from(rows: Rows, { line, at }: Place): AsyncGenerator<RecordRow> {
  let passed = 0;
  for await (const row of rows) if (lineOf(row) !== line || passed++ >= at) yield row;
  if (passed < at) throw notACursor(writePlace({ line, at }));
}

const lineOf = (row: RecordRow): number => Number(row["@line"] ?? 0);

type Rows = CountedRows["rows"];

function table(
  format: TableFormat,
  rows: Rows,
  names: string[],
  selection: Selection | null,
  { operation }: Entry,
): Promise<Uint8Array> {
  async function* cells() {
    for await (const row of rows) {
      const flat = selection ? selection.row(row) : row;
      yield names.map((name) => flat[name]);
    }
  }
  return tableFile(format, columnsOf(names, operation.record), cells());
}

const write = {
  async *json(rows: Rows, _columns: string[], selection: Selection | null): AsyncGenerator<string> {
    let before = "[";
    for await (const row of rows) {
      yield `${before}${JSON.stringify(selection ? selection.pick(row) : row)}`;
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  },
  async *ndjson(rows: Rows, _columns: string[], selection: Selection | null): AsyncGenerator<string> {
    for await (const row of rows) yield `${JSON.stringify(selection ? selection.pick(row) : row)}\n`;
  },
  async *csv(rows: Rows, columns: string[], selection: Selection | null): AsyncGenerator<string> {
    yield `${columns.join(",")}\r\n`;
    for await (const row of rows) yield `${csvLine(columns, selection ? selection.row(row) : row)}\r\n`;
  },
};

const writePlace = ({ line, at }: Place): string => Buffer.from(`#${line}.${at}`).toString("base64url");

function readPlace(cursor: string): Place {
  const [, line, at] = /^#(\d{1,9})\.(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (at !== undefined) return { line: Number(line), at: Number(at) };
  throw notACursor(cursor);
}

const notACursor = (cursor: string): WinnowError =>
  invalidValue(["query", "cursor"], "is not a cursor of these records", cursor);
