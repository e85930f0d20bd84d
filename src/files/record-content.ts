import { Readable } from "node:stream";
import { type Format, formatOrNull } from "../base/content-negotiation.ts";
import { Turns } from "../base/turns.ts";
import { answerFacts } from "../contract/answer-facts.ts";
import type { StoredFile } from "../contract/endpoint.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import { BadCursor, pager } from "../store/pager.ts";
import { csvLine } from "./csv.ts";
import { type Selection, selectFields } from "./field-selection.ts";
import { keptJson, keptRecord } from "./kept-records.ts";
import { type TableFormat, tableColumns } from "./make-table.ts";
import { contentName, type StoredRow, type StoredRows } from "./stored-rows.ts";
import type { TableFiles } from "./table-files.ts";

/** Which of the stored records, and which of their fields. */
export interface RecordsQuery {
  /** Overrides the Accept header, for links. */
  format?: FileFormat;
  fields?: string;
  limit?: number;
  cursor?: string;
}

interface Wanted extends RecordsQuery {
  entry: { operation: Operation };
  accept: string | undefined;
  /** A selection that was read elsewhere. */
  selection?: Selection | null;
  /** The file name without its extension, for a link with a format. */
  fileName?: string;
  /** Fields before those of the record, such as `@line`. */
  before?: string[];
  /** Makes files of the formats that are not text; null if none is requested. */
  tables: TableFiles | null;
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
/** The media types of records, and those of files that are read in parts. */
export const recordTypes = {
  types: Object.values(types).map((type) => type.replace(/;.*/, "")),
  inParts: Object.keys(tables),
};

/**
 * Stored records in the requested format: all of them, written as they are read, or a page with a cursor to the next. The
 * head states how many follow, because no format but JSON shows that its end is missing.
 */
export async function recordContent(rowsFrom: (line: number) => StoredRows | Promise<StoredRows>, wanted: Wanted) {
  const { entry, limit, cursor, accept, before = [] } = wanted;
  const selection = wanted.selection ?? selectionOf(wanted.fields, entry, before);
  const format = wanted.format ?? formatOrNull(accept, tables);
  if (format === null) throw new WinnowError("not_acceptable");
  const start = cursor === undefined ? { line: 0, at: 0 } : places.read(cursor);
  const stored = await rowsFrom(start.line);
  const { count, next } = pageOf(stored, start, limit);
  const columns = selection?.paths ?? [...before, ...Object.keys(entry.operation.record.properties)];
  const rows = () => from(stored, start, count);
  return {
    type: types[format],
    headers: {
      "x-results-count": String(count),
      ...(stored.recalled.length > 0 && { [answerFacts.recalled.header]: stored.recalled.join(", ") }),
      ...(next !== null && { "x-next-cursor": places.write(next) }),
      ...(wanted.format &&
        wanted.fileName && { "content-disposition": `attachment; filename="${wanted.fileName}.${format}"` }),
    },
    body: format === "xlsx" || format === "parquet" ? await table(format) : text(format),
  };

  /** Written each time it is read. */
  function text(format: Format): StoredFile {
    const pieces = () => inPieces(rows(), writers[format](columns, selection));
    return {
      etag: `W/"${contentName(stored, { ...start, count }, [format, selection?.paths ?? null])}"`,
      size: (signal) => byteLength(pieces(), signal),
      whole: () => Readable.from(pieces(), BYTES),
    };
  }

  /** Made once and kept. */
  async function table(format: TableFormat): Promise<StoredFile> {
    if (!wanted.tables) throw new WinnowError("not_acceptable");
    const lines = () => inPieces(rows(), writers.ndjson([], null));
    const made = { format, columns: tableColumns(columns, entry.operation.record), lines };
    const { id, size, read } = await wanted.tables.open(stored, { ...start, count }, made);
    return {
      etag: `"${id}"`,
      size: async () => size,
      whole: () => Readable.from(read(), BYTES),
      part: (from, end) => Readable.from(read(from, end), BYTES),
    };
  }
}

async function byteLength(pieces: AsyncIterable<string>, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    bytes += Buffer.byteLength(piece);
  }
  return bytes;
}

function selectionOf(
  fields: string | undefined,
  { operation }: { operation: Operation },
  before: string[],
): Selection | null {
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
const places = pager("records", { line: "number", at: "number" }, "asc");
type Place = ReturnType<typeof places.read>;

/** How many records a page has, and where the next one begins. Nothing is read for it. */
function pageOf(
  { lines, counts }: StoredRows,
  start: Place,
  limit = Number.POSITIVE_INFINITY,
): { count: number; next: Place | null } {
  const isKnown = start.at <= (counts[lines.indexOf(start.line)] ?? 0);
  if (!isKnown) throw new BadCursor(places.write(start));
  let count = 0;
  for (const [nth, line] of lines.entries()) {
    const passed = line === start.line ? start.at : 0;
    const here = counts[nth]! - passed;
    const left = limit - count;
    if (here > left) return { count: limit, next: { line, at: passed + left } };
    count += here;
  }
  return { count, next: null };
}

async function* from({ rows }: StoredRows, { line, at }: Place, count: number): AsyncGenerator<StoredRow> {
  let [passed, sent] = [0, 0];
  if (count === 0) return;
  for await (const row of rows()) {
    if (row.line === line && passed++ < at) continue;
    yield row;
    sent += 1;
    if (sent === count) return;
  }
}

type Rows = AsyncIterable<StoredRow>;

/** How a format writes records: what comes first, each record, and what comes last. */
interface Writer {
  head: string;
  row(row: StoredRow, isFirst: boolean): string;
  tail: string;
}

const jsonWith = (selection: Selection | null) => (row: StoredRow) =>
  selection ? JSON.stringify(selection.pick(keptRecord(row))) : keptJson(row);

const writers: Record<Format, (columns: string[], selection: Selection | null) => Writer> = {
  json(_columns, selection) {
    const json = jsonWith(selection);
    return { head: "[", row: (row, isFirst) => `${isFirst ? "" : ","}${json(row)}`, tail: "]" };
  },
  ndjson(_columns, selection) {
    const json = jsonWith(selection);
    return { head: "", row: (row) => `${json(row)}\n`, tail: "" };
  },
  csv(columns, selection) {
    const cells = (row: StoredRow) => (selection ? selection.row(keptRecord(row)) : keptRecord(row));
    return { head: `${columns.join(",")}\r\n`, row: (row) => `${csvLine(columns, cells(row))}\r\n`, tail: "" };
  },
};

/** Characters that are worth a write of their own: as much as waits for a client that does not read. */
const PIECE = 8 * 1024;
const BYTES = { objectMode: false, highWaterMark: PIECE };

const turns = new Turns();

async function* inPieces(rows: Rows, { head, row, tail }: Writer): AsyncGenerator<string> {
  const turn = turns.begin();
  let piece = head;
  let isFirst = true;
  await turn();
  for await (const one of rows) {
    piece += row(one, isFirst);
    isFirst = false;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
    await turn();
  }
  yield piece + tail;
}
