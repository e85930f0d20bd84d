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

/** Looks up values for a canary's `find`: at most this many of the first field, of as many parents. One empty body if it has none. */
export async function findIds(asked: Asked, operation: Operation, { find = {} }: Asking, max: number) {
  const lists: ExampleBody[][] = [];
  for (const [field, body] of Object.entries(find)) lists.push(await lookedUp(asked, operation, field, body, max));
  const [several = [{}], ...others] = lists;
  return several.slice(0, max).map((found): ExampleBody => Object.assign({}, found, ...others.map(([one]) => one)));
}

async function lookedUp(asked: Asked, operation: Operation, field: string, body: Asking, max: number) {
  const { engine, source, disconnect } = asked;
  const schema: { type?: unknown } = operation.request.properties[field] ?? {};
  const lookup = fieldLookup(schema);
  const other = source.operations.find(({ path }) => path === lookup?.operation);
  if (!lookup || !other) throw new Error(`"${field}" of ${operation.path} is fed by no operation`);
  const lists: Array<ReturnType<typeof lookupOptions>> = [];
  let problem = "";
  for (const parent of await findIds(asked, other, body, max)) {
    const request = { ...canaryBody(other, body.request, asked.now), ...parent };
    const run = { source, operation: other, request, requestId: randomUUID(), caller: CANARY_CALLER, disconnect };
    try {
      const records = await Array.fromAsync(engine.extract({ ...run, probe: true }));
      lists.push(lookupOptions(lookup, records, ""));
      problem = `${records.length} records, none with "${lookup.field}"`;
    } catch (error) {
      if (!(error instanceof WinnowError)) throw error;
      problem = error.message;
    }
  }
  // One of each parent first: what all pages of one share, such as its name, may change by itself.
  const options = Array.from({ length: max }, (_, nth) => lists.flatMap((list) => list[nth] ?? [])).flat();
  if (options.length === 0) throw new LookupFailed(field, other.path, problem);
  return options.map(({ value, also }) => ({ [field]: schema.type === "array" ? [value] : value, ...also }));
}
