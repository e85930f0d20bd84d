import type { TSchema } from "typebox";
import type { Registry } from "../service/registry.ts";
import type { Json } from "./json.ts";

export const refTo = (title: string): Json => ({ $ref: `#/components/schemas/${title}` });

/** The named schemas of the document, gathered while its paths are written. */
export class Components {
  readonly #found: Json = {};

  constructor(registry: Registry) {
    for (const { operation } of registry.entries) {
      register(asInput(operation.request), this.#found);
      register(operation.record, this.#found);
    }
  }

  /** The schema with what has a title replaced by a reference. */
  withRefs = (schema: TSchema | Json): Json => register(schema as TSchema, this.#found);

  /** A reference to a schema under a name. */
  add(name: string, schema: Json): Json {
    this.#found[name] ??= schema;
    return refTo(name);
  }

  /** What was gathered, by name: before any path was written, the requests and records of operations. */
  get gathered(): Json {
    return Object.fromEntries(Object.entries(this.#found).sort(([a], [b]) => a.localeCompare(b)));
  }

  /** By name; the two shapes of an error come last. */
  get schemas(): Json {
    return {
      ...this.gathered,
      Error: {
        type: "object",
        required: ["detail"],
        properties: { detail: { type: "string", description: "What went wrong, in a sentence." } },
      },
      ValidationError: validationError,
    };
  }
}

/** Beyond it a number is not the same to every JSON parser. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** A request as generators should read it: what is taken in any size has the bounds within which every client can write it. */
function asInput(request: TSchema): TSchema {
  const { properties, ...rest } = JSON.parse(JSON.stringify(request)) as Json;
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => [name, bounded(field)]);
  return { ...rest, properties: Object.fromEntries(fields) } as unknown as TSchema;
}

function bounded(field: Json): Json {
  const { items, anyOf } = field as { items?: Json; anyOf?: Json[] };
  if (items) return { ...field, items: bounded(items) };
  if (anyOf) return { ...field, anyOf: anyOf.map(bounded) };
  return field.type === "integer" ? { minimum: -LARGEST, maximum: LARGEST, ...field } : field;
}

function register(schema: TSchema, found: Json): Json {
  const { title, $ref } = schema as { title?: string; $ref?: string };
  // A record that holds its own kind.
  if ($ref !== undefined) return $ref.startsWith("#/") ? { $ref } : refTo($ref);
  if (title === undefined) return inline(schema, found);
  if (!(title in found)) {
    found[title] = {};
    found[title] = inline(schema, found);
  }
  return refTo(title);
}

/** Copies a schema as plain JSON; what has a title inside it becomes a reference. */
function inline(schema: TSchema, found: Json): Json {
  const copy = JSON.parse(JSON.stringify(schema)) as Json;
  const { properties, items, anyOf, additionalProperties, $id: _ownTitle, ...others } = copy;
  const { "x-operation": operation, "x-client-name": _clientName, ...rest } = others;
  // An object of no known fields is read by some generators as one that must be empty.
  const isOpen = rest.type === "object" && properties === undefined && additionalProperties === undefined;
  return {
    ...rest,
    ...(isOpen && operation !== undefined && { additionalProperties: true }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: register(additionalProperties as TSchema, found),
    }),
    ...(typeof additionalProperties === "boolean" && { additionalProperties }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, TSchema>).map(([name, field]) => [name, register(field, found)]),
      ),
    }),
    ...(items !== undefined && { items: register(items as TSchema, found) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as TSchema[]).map((option) => register(option, found)) }),
  };
}

export const dryRun = {
  type: "object",
  description: "The response to `?dry_run=true`.",
  required: ["max_cost", "points", "windows"],
  properties: {
    max_cost: { type: "integer", description: "The most the request can cost; 0 if the result is cached." },
    points: { type: "integer", description: "Points left on the account." },
    windows: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "limit", "usage", "resets_at"],
        properties: {
          name: { type: "string", enum: ["ten_second", "minutely", "hourly", "daily", "monthly"] },
          limit: { type: "integer" },
          usage: { type: "integer" },
          resets_at: { type: "string", format: "date-time" },
        },
      },
    },
  },
};

const validationError = {
  type: "object",
  required: ["detail"],
  properties: {
    detail: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "loc", "msg"],
        properties: {
          type: { type: "string" },
          loc: {
            type: "array",
            items: { anyOf: [{ type: "string" }, { type: "integer" }] },
            description: "The path, starting with `body` for a field of the body.",
          },
          msg: { type: "string" },
          input: { description: "What was sent." },
          ctx: { type: "object", description: "The bound that was broken, or the values allowed." },
        },
      },
    },
  },
};
