import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { csvRows } from "./csv-rows.ts";
import { errorText } from "./error-text.ts";
import { fieldValue, type TextField } from "./field-value.ts";
import type { BatchSubmission } from "./jobs-api.ts";
import { unknownFields } from "./query-reader.ts";
import type { Entry } from "./registry.ts";
import type { Service } from "./service.ts";

const MOST_ITEMS = limits.batchItems.most;
/** Faults that are named in one answer. No more are looked for: an upload of mistakes must not hold the process. */
const MOST_FAULTS = 100;
/** The largest upload. */
export const MOST_BATCH_BYTES = 32 * 1024 * 1024;

type Place = Array<string | number>;

/** What was sent: JSON has everything in its body, a file of lines has the rest in its query. */
export interface BatchUpload {
  body: Buffer;
  contentType: string | undefined;
  query: Record<string, unknown>;
  /** Throws where the caller may not use the operation. */
  permit(entry: Entry): void;
}

interface RawBatch {
  entry: Entry;
  maxCost: unknown;
  webhook: unknown;
  /** Each body, or why it could not be read. */
  items: Array<{ body: unknown } | { fault: string }>;
  /** Where an item stands, for a fault's `loc`. */
  at(index: number): Place;
}

const fault = (loc: Place, msg: string, input?: unknown): WinnowError =>
  new WinnowError("validation", [{ type: "value_error", loc, msg: `Value error, ${msg}`, input }]);

/**
 * A batch, checked whole before anything runs: `{"operation", "requests", "max_cost", "webhook"}` as JSON; or a body a
 * line as NDJSON, or as CSV under the names of the fields. The first hundred faults are named by line.
 */
export function readBatch(
  service: Service,
  upload: BatchUpload,
): Pick<BatchSubmission, "entry" | "requests" | "maxCost"> & { webhook: string | null } {
  const raw = readRaw(service, upload);
  const { entry } = raw;
  if (raw.items.length < 1 || raw.items.length > MOST_ITEMS) {
    throw fault(["body", "requests"], `a batch has 1 to ${MOST_ITEMS} requests, this one ${raw.items.length}`);
  }
  upload.permit(entry);
  const faults: ValidationItem[] = [];
  const requests: Array<Record<string, unknown>> = [];
  for (const [index, item] of raw.items.entries()) {
    try {
      if ("fault" in item) throw fault(["body"], item.fault);
      requests.push(service.readBody(entry, bytesOf(item.body), "application/json"));
    } catch (error) {
      faults.push(...faultsAt(raw.at(index), error));
      if (faults.length >= MOST_FAULTS) break;
    }
  }
  if (faults.length > 0) throw new WinnowError("validation", faults.slice(0, MOST_FAULTS));
  return {
    entry,
    requests,
    maxCost: wholeOrNull(raw.maxCost, "max_cost"),
    webhook: textOrNull(raw.webhook, "webhook"),
  };
}

function bytesOf(body: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    throw fault(["body"], "is nested too deeply");
  }
}

function readRaw(service: Service, { body, contentType = "", query }: BatchUpload): RawBatch {
  const text = body.toString();
  if (!/ndjson|jsonl|text\/csv/.test(contentType)) return readJson(service, text);
  const entry = entryOf(service, query.operation);
  const lines = contentType.includes("csv") ? csvItems(entry, text) : jsonItems(text);
  return {
    entry,
    maxCost: query.max_cost === undefined ? undefined : Number(query.max_cost),
    webhook: query.webhook,
    items: lines.map(({ item }) => item),
    at: (index) => ["body", lines[index]!.no],
  };
}

function readJson(service: Service, text: string): RawBatch {
  const read = parsed(text);
  if ("fault" in read) throw fault(["body"], read.fault);
  const body = (read.body ?? {}) as Record<string, unknown>;
  const { operation, requests, max_cost, webhook } = body;
  if (!Array.isArray(requests)) throw fault(["body", "requests"], "must be a list of request bodies", requests);
  const unknown = unknownFields(body, ["operation", "requests", "max_cost", "webhook"]);
  if (unknown.length > 0) throw new WinnowError("validation", unknown.slice(0, MOST_FAULTS));
  return {
    entry: entryOf(service, operation),
    maxCost: max_cost,
    webhook,
    items: requests.map((one) => ({ body: one })),
    at: (index) => ["body", "requests", index],
  };
}

interface Line {
  no: number;
  item: RawBatch["items"][number];
}

const jsonItems = (text: string): Line[] =>
  text
    .split(/\r?\n/)
    .map((line, at) => ({ line, no: at + 1 }))
    .filter(({ line }) => line.trim() !== "")
    .map(({ line, no }) => ({ no, item: parsed(line) }));

/** Rows are counted as a person counts them below the names: the first is 1. An empty cell leaves the default. */
function csvItems({ operation }: Entry, text: string): Line[] {
  const [names = [], ...rows] = rowsOf(text);
  const known = operation.request.properties as Record<string, TextField>;
  const fields = names.map((name) => ({ name: name.trim(), field: known[name.trim()] }));
  const stranger = fields.find(({ field }) => !field);
  if (stranger) {
    const all = Object.keys(known).join(", ");
    throw fault(["body", 0, stranger.name], `is no field of the operation; it has ${all}`, stranger.name);
  }
  return rows.map((cells, at) => {
    const no = at + 1;
    if (cells.length !== names.length) {
      return { no, item: { fault: `has ${cells.length} cells, the first row ${names.length}` } };
    }
    const filled = fields.flatMap(({ name, field }, column) =>
      cells[column] === "" ? [] : [[name, fieldValue(field!, cells[column]!)]],
    );
    return { no, item: { body: Object.fromEntries(filled) } };
  });
}

function rowsOf(text: string): string[][] {
  try {
    return csvRows(text);
  } catch (error) {
    throw fault(["body"], `is not CSV: ${(error as Error).message}`);
  }
}

function parsed(text: string): { body: unknown } | { fault: string } {
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return { fault: `is not JSON: ${(error as Error).message}` };
  }
}

/** The operation of a name that was sent; 422 names those that there are. */
export function entryOf({ registry }: Service, operation: unknown): Entry {
  const entry = typeof operation === "string" ? registry.byName(operation) : undefined;
  if (entry) return entry;
  const known = registry.entries.map(({ name }) => name).join(", ");
  throw fault(["body", "operation"], `must be one of ${known}`, operation);
}

/** A fault of one body, at the place of that body. */
function faultsAt(place: Place, error: unknown): ValidationItem[] {
  if (!(error instanceof WinnowError)) throw error;
  if (typeof error.detail === "string") return [{ type: "value_error", loc: place, msg: errorText(error) }];
  return error.detail.map((item) => ({ ...item, loc: [...place, ...item.loc.slice(1)] }));
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
