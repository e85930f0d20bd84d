import { Readable } from "node:stream";
import { WinnowError } from "../contract/errors.ts";
import {
  BatchRequests,
  fault,
  forEachPiece,
  jsonBytes,
  MOST_FAULTS,
  MOST_ITEMS,
  wrongCount,
} from "./batch-requests.ts";
import { csvRows } from "./csv-rows.ts";
import { fieldValue, type TextField } from "./field-value.ts";
import type { BatchSubmission } from "./jobs-api.ts";
import { unknownFields } from "./query-reader.ts";
import type { Entry } from "./registry.ts";
import type { Service } from "./service.ts";
import { isBlank, LineSplitter, RequestsSplitter, type Splitter } from "./upload-splitters.ts";

/** Lines that are looked at, blank ones included: an upload of nothing but line breaks must not hold the process. */
const MOST_LINES = 2 * MOST_ITEMS;

/** What was sent: JSON has everything in its body, a file of lines has the rest in its query. */
export interface BatchUpload {
  /** The body as it arrives. It is read only until the first fault that ends it. */
  body: AsyncIterable<Buffer> | Iterable<Buffer>;
  contentType: string | undefined;
  query: Record<string, unknown>;
  /** Throws where the caller may not use the operation. */
  permit(entry: Entry): void;
}

/** The chunks of a body that was left as a stream. The connection stays open for the answer when reading stops early. */
export const uploadOf = (body: unknown): BatchUpload["body"] =>
  body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : [];

type ReadBatch = Pick<BatchSubmission, "entry" | "requests" | "maxCost"> & { webhook: string | null };

/**
 * A batch, checked whole before anything runs: `{"operation", "requests", "max_cost", "webhook"}` as JSON; or a body a
 * line as NDJSON, or as CSV under the names of the fields. The first hundred faults are named by line.
 */
export async function readBatch(service: Service, upload: BatchUpload): Promise<ReadBatch> {
  const { contentType = "" } = upload;
  if (/text\/csv/.test(contentType)) return readLines(service, upload, true);
  if (/ndjson|jsonl/.test(contentType)) return readLines(service, upload, false);
  return readJson(service, upload);
}

/** A line's request, and the number by which a fault of it is named; null for a line that holds none. */
type LineReader = (line: Buffer) => { no: number; body: () => Buffer } | null;

async function readLines(service: Service, upload: BatchUpload, csv: boolean): Promise<ReadBatch> {
  const { query, body } = upload;
  const entry = entryOf(service, query.operation);
  upload.permit(entry);
  const maxCost = wholeOrNull(query.max_cost === undefined ? undefined : Number(query.max_cost), "max_cost");
  const webhook = textOrNull(query.webhook, "webhook");
  const requests = new BatchRequests(service, entry);
  const read = csv ? csvReader(entry) : ndjsonReader();
  let lines = 0;
  await forEachPiece(body, new LineSplitter({ csv }), (line) => {
    if (++lines > MOST_LINES) throw fault(["body"], `has more than ${MOST_LINES} lines`);
    const request = read(line);
    if (request) requests.add(["body", request.no], request.body);
  });
  return { entry, requests: requests.done(), maxCost, webhook };
}

function ndjsonReader(): LineReader {
  let no = 0;
  return (line) => {
    no++;
    return isBlank(line) ? null : { no, body: () => jsonBytes(line) };
  };
}

/** Rows are counted as a person counts them below the names: the first is 1. An empty cell leaves the default. */
function csvReader(entry: Entry): LineReader {
  let fields: ReturnType<typeof fieldsOf> | null = null;
  let no = 0;
  return (line) => {
    const cells = cellsOf(line, no + 1);
    if (!cells) return null;
    if (!fields) {
      fields = fieldsOf(entry, cells);
      return null;
    }
    const named = fields;
    return { no: ++no, body: () => bodyOf(named, cells) };
  };
}

function cellsOf(line: Buffer, row: number): string[] | undefined {
  try {
    return csvRows(line.toString(), row)[0];
  } catch (error) {
    throw fault(["body"], `is not CSV: ${(error as Error).message}`);
  }
}

function fieldsOf({ operation }: Entry, names: string[]) {
  const known = operation.request.properties as Record<string, TextField>;
  return names.map((given) => {
    const name = given.trim();
    const field = known[name];
    if (field) return { name, field };
    throw fault(["body", 0, name], `is no field of the operation; it has ${Object.keys(known).join(", ")}`, name);
  });
}

function bodyOf(fields: ReturnType<typeof fieldsOf>, cells: string[]): Buffer {
  if (cells.length !== fields.length) {
    throw fault(["body"], `has ${cells.length} cells, the first row ${fields.length}`);
  }
  const filled = fields.flatMap(({ name, field }, column) =>
    cells[column] === "" ? [] : [[name, fieldValue(field, cells[column]!)]],
  );
  return Buffer.from(JSON.stringify(Object.fromEntries(filled)));
}

async function readJson(service: Service, upload: BatchUpload): Promise<ReadBatch> {
  const splitter = new RequestsSplitter();
  const early: Buffer[] = [];
  let at = 0;
  let requests: BatchRequests | undefined;
  const begin = (operation: unknown): BatchRequests => {
    const entry = entryOf(service, operation);
    upload.permit(entry);
    return new BatchRequests(service, entry);
  };
  const add = (piece: Buffer) => requests!.add(["body", "requests", at++], () => jsonBytes(piece));
  await forEachPiece(upload.body, splitter, (piece) => {
    if (!requests && early.length === 0) {
      const operation = operationIn(splitter.before);
      if (operation !== undefined) requests = begin(operation);
    }
    if (requests) add(piece);
    // Where `operation` comes after them, they wait for it.
    else if (early.push(Buffer.from(piece)) > MOST_ITEMS) throw wrongCount("more");
  });
  const { operation, max_cost, webhook } = outsideOf(splitter, at + early.length);
  requests ??= begin(operation);
  await forEachPiece(early, wholePieces, add);
  return {
    entry: requests.entry,
    requests: requests.done(),
    maxCost: wholeOrNull(max_cost, "max_cost"),
    webhook: textOrNull(webhook, "webhook"),
  };
}

const wholePieces: Splitter = { push: (piece) => [piece], end: () => [] };

/** The operation, where it comes before the requests. */
function operationIn(before: string): unknown {
  try {
    return JSON.parse(`${before}[]}`).operation;
  } catch {
    return undefined;
  }
}

/** What a batch says besides its requests, checked. */
function outsideOf({ outside }: RequestsSplitter, count: number): Record<string, unknown> {
  const body = (JSON.parse(jsonBytes(Buffer.from(outside)).toString()) ?? {}) as Record<string, unknown>;
  const { requests } = body;
  if (!Array.isArray(requests)) throw fault(["body", "requests"], "must be a list of request bodies", requests);
  if (requests.length !== count) throw fault(["body", "requests"], "comes twice");
  const unknown = unknownFields(body, ["operation", "requests", "max_cost", "webhook"]);
  if (unknown.length > 0) throw new WinnowError("validation", unknown.slice(0, MOST_FAULTS));
  return body;
}

/** The operation of a name that was sent; 422 names those that there are. */
export function entryOf({ registry }: Service, operation: unknown): Entry {
  const entry = typeof operation === "string" ? registry.byName(operation) : undefined;
  if (entry) return entry;
  const known = registry.entries.map(({ name }) => name).join(", ");
  throw fault(["body", "operation"], `must be one of ${known}`, operation);
}

function wholeOrNull(value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw fault(["body", name], "must be a whole number, 0 or more", value);
}

function textOrNull(value: unknown, name: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  throw fault(["body", name], "must be an address", value);
}
