import { randomUUID } from "node:crypto";
import { canaryBody, type Lookups } from "../contract/canary.ts";
import { WinnowError } from "../contract/errors.ts";
import { fieldLookup, lookupOptions } from "../contract/lookup.ts";
import type { ExampleBody, Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { Engine } from "../extraction/types.ts";

export const CANARY_CALLER = "canary";

interface Asked {
  engine: Engine;
  source: Source;
  now: number;
  disconnect: AbortSignal;
}

/** A lookup found no value for a canary. This reflects on the lookup, not on the operation. */
export class LookupFailed extends Error {
  constructor(field: string, operation: string, why: string) {
    super(`${operation} gave no value for "${field}": ${why}`);
    this.name = "LookupFailed";
  }
}

type Asking = { request: ExampleBody } & Lookups;

/** Builds a canary's full body: defaults, its own values, and values from the site's lookups. */
export async function canaryRequest(asked: Asked, operation: Operation, canary: Asking): Promise<ExampleBody> {
  const [found] = await findIds(asked, operation, canary, 1);
  return { ...canaryBody(operation, canary.request, asked.now), ...found };
}

/** Looks up values for a canary's `find`: at most this many of the first field. One empty body if it has none. */
export async function findIds(
  asked: Asked,
  operation: Operation,
  { find = {} }: Asking,
  max: number,
): Promise<ExampleBody[]> {
  const lists: ExampleBody[][] = [];
  for (const [field, body] of Object.entries(find)) lists.push(await lookedUp(asked, operation, field, body));
  const [several = [{}], ...others] = lists;
  return several.slice(0, max).map((found) => Object.assign({}, found, ...others.map(([one]) => one)));
}

async function lookedUp(asked: Asked, operation: Operation, field: string, body: Asking): Promise<ExampleBody[]> {
  const { engine, source, disconnect } = asked;
  const schema: { type?: unknown } = operation.request.properties[field] ?? {};
  const lookup = fieldLookup(schema);
  const other = source.operations.find(({ path }) => path === lookup?.operation);
  if (!lookup || !other) throw new Error(`"${field}" of ${operation.path} is fed by no operation`);
  const request = await canaryRequest(asked, other, body);
  const run = { source, operation: other, request, requestId: randomUUID(), caller: CANARY_CALLER, disconnect };
  const records = await Array.fromAsync(engine.extract({ ...run, probe: true })).catch((error: unknown) => {
    throw error instanceof WinnowError ? new LookupFailed(field, other.path, error.message) : error;
  });
  const options = lookupOptions(lookup, records, "");
  if (options.length === 0) {
    throw new LookupFailed(field, other.path, `${records.length} records, none with "${lookup.field}"`);
  }
  return options.map(({ value, also }) => ({ [field]: schema.type === "array" ? [value] : value, ...also }));
}
