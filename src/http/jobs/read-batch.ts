import type { FastifyRequest } from "fastify";
import { type ValidationItem, WinnowError } from "../../contract/errors.ts";
import type { BatchSubmission } from "../../service/jobs-api.ts";
import type { Entry } from "../../service/registry.ts";
import { errorText, type Service } from "../../service/service.ts";
import { idempotencyKeyOf } from "../call.ts";

const MOST_ITEMS = 10_000;
/** Faults that are named in one answer: who has a thousand does not need the rest. */
const MOST_FAULTS = 1_000;

type Place = Array<string | number>;

interface RawBatch {
  operation: unknown;
  maxCost: unknown;
  webhook: unknown;
  /** Each body, or why it could not be read as JSON. */
  items: Array<{ body: unknown } | { fault: string }>;
  /** Where an item stands, for a fault's `loc`. */
  at(index: number): Place;
}

const fault = (loc: Place, msg: string, input?: unknown): WinnowError =>
  new WinnowError("validation", [{ type: "value_error", loc, msg: `Value error, ${msg}`, input }]);

/**
 * A batch, checked whole before anything runs: `{"operation", "requests", "max_cost", "webhook"}` as JSON, or a body
 * a line as NDJSON with the rest in the query. All faults are named by line.
 */
export function readBatch(service: Service, request: FastifyRequest): BatchSubmission {
  const raw = /ndjson|jsonl/.test(request.headers["content-type"] ?? "") ? readLines(request) : readJson(request);
  const entry = entryOf(service, raw);
  if (raw.items.length < 1 || raw.items.length > MOST_ITEMS) {
    throw fault(["body", "requests"], `a batch has 1 to ${MOST_ITEMS} requests, this one ${raw.items.length}`);
  }
  service.permit(request.holder, entry, "http");
  const faults: ValidationItem[] = [];
  const requests = raw.items.map((item, index) => {
    try {
      if ("fault" in item) throw fault(["body"], item.fault);
      return service.readBody(entry, Buffer.from(JSON.stringify(item.body)), "application/json");
    } catch (error) {
      faults.push(...faultsAt(raw.at(index), error));
      return {};
    }
  });
  if (faults.length > 0) throw new WinnowError("validation", faults.slice(0, MOST_FAULTS));
  return {
    entry,
    holder: request.holder,
    requests,
    maxCost: wholeOrNull(raw.maxCost, "max_cost"),
    idempotencyKey: idempotencyKeyOf(request),
    webhook: textOrNull(raw.webhook, "webhook"),
  };
}

function readJson(request: FastifyRequest): RawBatch {
  const body = parsed(((request.body as Buffer | undefined) ?? Buffer.alloc(0)).toString());
  if ("fault" in body) throw fault(["body"], body.fault);
  const { operation, requests, max_cost, webhook } = (body.body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(requests)) throw fault(["body", "requests"], "must be a list of request bodies", requests);
  return {
    operation,
    maxCost: max_cost,
    webhook,
    items: requests.map((one) => ({ body: one })),
    at: (index) => ["body", "requests", index],
  };
}

function readLines(request: FastifyRequest): RawBatch {
  const { operation, max_cost, webhook } = request.query as Record<string, unknown>;
  const lines = ((request.body as Buffer | undefined) ?? Buffer.alloc(0)).toString().split(/\r?\n/);
  const filled = lines.map((line, at) => ({ line, no: at + 1 })).filter(({ line }) => line.trim() !== "");
  return {
    operation,
    maxCost: max_cost === undefined ? undefined : Number(max_cost),
    webhook,
    items: filled.map(({ line }) => parsed(line)),
    at: (index) => ["body", filled[index]!.no],
  };
}

function parsed(text: string): { body: unknown } | { fault: string } {
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return { fault: `is not JSON: ${(error as Error).message}` };
  }
}

function entryOf({ registry }: Service, { operation }: RawBatch): Entry {
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
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw fault(["body", name], "must be a whole number, 0 or more", value);
}

function textOrNull(value: unknown, name: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  throw fault(["body", name], "must be an address", value);
}
