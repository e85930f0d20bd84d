import { type Static, type TProperties, type TSchema, Type } from "typebox";
import { errorMessage } from "../base/thrown.ts";
import { optionFields, optionsAmong } from "../contract/call-options.ts";
import { invalidValue } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { parseJson } from "../contract/reading/json.ts";
import { readStrictly, strictReader } from "../contract/reading/strict.ts";
import {
  anything,
  choice,
  given,
  integer,
  listOf,
  operationName,
  operationRequest,
  orNull,
  uuid,
} from "../contract/shapes.ts";
import { csvRows } from "../files/csv-rows.ts";
import { isBlank, LineSplitter, RequestsSplitter, type Splitter } from "../files/splitters.ts";
import { type UploadText, uploadText } from "../files/upload-text.ts";
import { BatchRequests, forEachPiece, jsonBytes, MAX_ITEMS, onInvalid, wrongCount } from "../jobs/batches/requests.ts";
import type { BatchSubmission } from "../jobs/types.ts";
import { limits } from "../limits/limits.ts";
import { fieldValue } from "../service/field-value.ts";
import type { Entry } from "../service/registry.ts";
import type { Service } from "../service/service.ts";

const WAIT_HOURS = 24;
const settings = {
  webhook: Type.Optional(
    orNull(given({ "x-client-name": "webhook_url", description: "URL that gets a webhook when the batch ends." })),
  ),
  wait_hours: Type.Optional(
    integer({
      minimum: 0,
      maximum: limits.batchWaitHours.max,
      description:
        "Hours for which items wait for a source that is down, from the submission on (default 24). After that they fail.",
    }),
  ),
  on_invalid: Type.Optional(
    choice(onInvalid, {
      description:
        "`skip` runs the valid lines and lists the others in `GET /batches/{id}/missing`; `refuse` by default.",
    }),
  ),
  destination: Type.Optional(
    orNull(uuid({ description: "Where the records are uploaded as a file when the batch has finished." })),
  ),
  ...optionFields("batch", limits.freshness.max),
};

/** The same fields in a query, which has no null. */
const inQuery = <F extends Record<string, TSchema>>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { anyOf, description, ...plain }: JsonSchema = field;
      return [name, Type.Optional({ ...(anyOf?.[0] ?? plain), description: `For NDJSON and CSV. ${description}` })];
    }),
  ) as TProperties as F;

/** A batch in JSON. */
export const BatchBody = Type.Object(
  {
    operation: operationName(),
    ...settings,
    requests: listOf(operationRequest(), { minItems: 1, maxItems: MAX_ITEMS, description: "The body of each item." }),
  },
  { title: "BatchInput" },
);

/** The settings of a line-based file, in its query. */
export const BatchQuery = Type.Object({
  operation: Type.Optional(operationName({ description: "For NDJSON and CSV: the operation." })),
  ...inQuery(settings),
});

/** A JSON batch with its requests cut out. */
const Outside = Type.Object({ operation: operationName(), ...settings, requests: listOf(anything()) });
const outsideSchema: TSchema = Outside;
const readOutside = strictReader(outsideSchema, "body");

/** Lines examined, blank ones included: an upload of only line breaks must not block the process. */
const MAX_LINES = 2 * MAX_ITEMS;

/** What was sent: JSON has everything in its body, a line-based file has its settings in the query. */
export interface BatchUpload {
  /** The body as it arrives, read only up to the first fatal fault. */
  body: AsyncIterable<Buffer> | Iterable<Buffer>;
  contentType: string | undefined;
  /** As validated by its endpoint. */
  query: Static<typeof BatchQuery>;
  /** Throws if the caller may not use the operation. */
  permit(entry: Entry): void;
}

type ReadBatch = Omit<BatchSubmission, "caller" | "idempotencyKey">;

/**
 * Reads a batch, validated as a whole before anything runs: `{"operation", "requests", "max_cost", "webhook"}` as JSON, or
 * one body per line as NDJSON, or CSV with field names in the first row. The first hundred faults are listed by line. Text
 * is decoded from the declared charset, UTF-8 by default.
 */
export async function readBatch(service: Service, upload: BatchUpload): Promise<ReadBatch> {
  const { contentType = "" } = upload;
  const text = uploadText(upload.body, contentType);
  if (/text\/csv/.test(contentType)) return readLines(service, upload, text, true);
  if (/ndjson|jsonl/.test(contentType)) return readLines(service, upload, text, false);
  for (const [name, value] of Object.entries(upload.query)) {
    throw invalidValue(["query", name], "belongs in the body of a JSON batch", value);
  }
  return readJson(service, upload, text);
}

/** A line's request and its number in the file, from 1 as editors count; null for a line without a request. */
type LineReader = (line: Buffer) => { no: number; body: () => Buffer } | null;

async function readLines(service: Service, upload: BatchUpload, text: UploadText, csv: boolean): Promise<ReadBatch> {
  const { query } = upload;
  const entry = findEntry(service, query.operation, "query");
  upload.permit(entry);
  const requests = new BatchRequests(service, entry, { endEarly: query.on_invalid !== "skip" });
  const read = csv ? csvReader(entry, text) : ndjsonReader(text);
  let lines = 0;
  await forEachPiece(text.chunks, new LineSplitter({ csv }), (line) => {
    if (++lines > MAX_LINES) throw invalidValue(["body"], `has more than ${MAX_LINES} lines`);
    const request = read(line);
    if (request) requests.add(["body", "line", request.no], request.body);
  });
  return { entry, ...requests.done(query.on_invalid ?? "refuse"), ...settingsOf(query) };
}

function ndjsonReader({ check }: UploadText): LineReader {
  let no = 0;
  return (line) => {
    no++;
    if (isBlank(line)) return null;
    const body = () => {
      check(line);
      return jsonBytes(line);
    };
    return { no, body };
  };
}

/** Numbers a row by the line where it begins: names are on line 1. An empty cell leaves the default. */
function csvReader(entry: Entry, { check }: UploadText): LineReader {
  let fields: ReturnType<typeof fieldsOf> | null = null;
  let next = 1;
  return (line) => {
    const no = next;
    next += 1 + breaksIn(line);
    if (isBlank(line)) return null;
    const cells = () => {
      check(line);
      return cellsOf(line, no);
    };
    if (fields) {
      const named = fields;
      return { no, body: () => bodyOf(named, cells()) };
    }
    fields = fieldsOf(entry, cells());
    return null;
  };
}

/** Line breaks within the quotes of a row. */
const breaksIn = (row: Buffer): number => row.toString("latin1").match(/\r\n|\r|\n/g)?.length ?? 0;

function cellsOf(line: Buffer, row: number): string[] {
  try {
    return csvRows(line.toString(), row)[0] ?? [];
  } catch (error) {
    throw invalidValue(["body"], `is not CSV: ${errorMessage(error)}`);
  }
}

function fieldsOf({ operation }: Entry, names: string[]) {
  const known = operation.request.properties;
  return names.map((given) => {
    const name = given.trim();
    const field = known[name];
    if (field) return { name, field };
    throw invalidValue(
      ["body", "line", 1, name],
      `is no field of the operation; it has ${Object.keys(known).join(", ")}`,
      name,
    );
  });
}

function bodyOf(fields: ReturnType<typeof fieldsOf>, cells: string[]): Buffer {
  if (cells.length !== fields.length) {
    throw invalidValue(["body"], `has ${cells.length} cells, the first row ${fields.length}`);
  }
  const filled = fields.flatMap(({ name, field }, column) => {
    const cell = cells[column] ?? "";
    return cell === "" ? [] : [[name, fieldValue(field, cell)]];
  });
  return Buffer.from(JSON.stringify(Object.fromEntries(filled)));
}

async function readJson(service: Service, upload: BatchUpload, text: UploadText): Promise<ReadBatch> {
  const splitter = new RequestsSplitter();
  const early: Buffer[] = [];
  let at = 0;
  let requests: BatchRequests | undefined;
  const begin = (operation: unknown): BatchRequests => {
    const entry = findEntry(service, operation);
    upload.permit(entry);
    // `on_invalid` may come after the requests.
    return new BatchRequests(service, entry, { endEarly: false });
  };
  const add = (to: BatchRequests, piece: Buffer) =>
    to.add(["body", "requests", at++], () => {
      text.check(piece);
      return jsonBytes(piece);
    });
  await forEachPiece(text.chunks, splitter, (piece) => {
    if (!requests && early.length === 0) {
      const operation = operationIn(splitter.before);
      if (operation !== undefined) requests = begin(operation);
    }
    if (requests) add(requests, piece);
    // Requests wait here if `operation` comes after them.
    else if (early.push(Buffer.from(piece)) > MAX_ITEMS) throw wrongCount("more");
  });
  const outside = outsideOf(splitter, at + early.length);
  const all = requests ?? begin(outside.operation);
  await forEachPiece(early, wholePieces, (piece) => add(all, piece));
  return { entry: all.entry, ...all.done(outside.on_invalid ?? "refuse"), ...settingsOf(outside) };
}

const settingsOf = (given: Omit<Static<typeof Outside>, "requests" | "operation">) => ({
  options: optionsAmong(given, "batch"),
  webhook: given.webhook ?? null,
  waitHours: given.wait_hours ?? WAIT_HOURS,
  destination: given.destination ?? null,
});

const wholePieces: Splitter = { push: (piece) => [piece], end: () => [] };

/** The operation, if it comes before the requests. */
function operationIn(before: string): unknown {
  try {
    return JSON.parse(`${before}[]}`).operation;
  } catch {
    return undefined;
  }
}

/** Reads and validates a batch's settings. */
function outsideOf({ outside }: RequestsSplitter, count: number): Static<typeof Outside> {
  const body = parseJson(jsonBytes(Buffer.from(outside)).toString());
  const read = readStrictly(readOutside, body, ["body"]) as Static<typeof Outside>;
  if (read.requests.length !== count) throw invalidValue(["body", "requests"], "appears more than once");
  return read;
}

/** The operation of this name. The 422 lists the valid ones. */
export function findEntry({ registry }: Service, operation: unknown, place: "body" | "query" = "body"): Entry {
  const entry = typeof operation === "string" ? registry.byName(operation) : undefined;
  if (entry) return entry;
  const known = registry.entries.map(({ name }) => name).join(", ");
  throw invalidValue([place, "operation"], `must be one of ${known}`, operation);
}
