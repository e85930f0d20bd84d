import { Type } from "typebox";
import type { JsonSchema } from "../contract/json-schema.ts";
import { anything, choice, integer, listOf, moment, words } from "../contract/shapes.ts";
import { windowNames } from "../metering/types.ts";
import type { Registry } from "../service/registry.ts";
import { toJsonSchema } from "./json.ts";

export const refTo = (title: string): JsonSchema => ({ $ref: `#/components/schemas/${title}` });

/** The document's named schemas, collected while its paths are written. */
export class Components {
  readonly #found: Record<string, JsonSchema> = {};

  constructor(registry: Registry) {
    for (const { operation } of registry.entries) {
      register(asInput(toJsonSchema(operation.request)), this.#found);
      register(toJsonSchema(operation.record), this.#found);
    }
  }

  /** Replaces titled schemas by references. */
  withRefs = (schema: JsonSchema): JsonSchema => register(schema, this.#found);

  /** Registers a schema under a name; returns a reference to it. */
  add(name: string, schema: JsonSchema): JsonSchema {
    this.#found[name] ??= schema;
    return refTo(name);
  }

  /** The collected schemas by name. Before any path is written, these are the operations' requests and records. */
  get gathered(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#found).sort(([a], [b]) => a.localeCompare(b)));
  }

  /** By name; the two error schemas come last. */
  get schemas(): Record<string, JsonSchema> {
    return { ...this.gathered, ...errorSchemas };
  }
}

/** Larger numbers are not exact in every JSON parser. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** A request for code generators: unbounded numbers get the bounds within which every client can write them. */
function asInput(request: JsonSchema): JsonSchema {
  const { properties, ...rest } = clone(request);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, bounded(field)]);
  return { ...rest, properties: Object.fromEntries(fields) };
}

/** Copies to plain JSON, without TypeBox's extra properties. */
const clone = (schema: JsonSchema): JsonSchema => JSON.parse(JSON.stringify(schema));

function bounded(field: JsonSchema): JsonSchema {
  const { items, anyOf } = field;
  if (items) return { ...field, items: bounded(items) };
  if (anyOf) return { ...field, anyOf: anyOf.map(bounded) };
  return field.type === "integer" ? { minimum: -LARGEST, maximum: LARGEST, ...field } : field;
}

function register(schema: JsonSchema, found: Record<string, JsonSchema>): JsonSchema {
  const { title, $ref } = schema;
  // A record that contains its own type.
  if ($ref !== undefined) return $ref.startsWith("#/") ? { $ref } : refTo($ref);
  if (title === undefined) return inline(schema, found);
  if (!(title in found)) {
    found[title] = {};
    found[title] = inline(schema, found);
  }
  return refTo(title);
}

/** Copies a schema as plain JSON; titled schemas inside it become references. */
function inline(schema: JsonSchema, found: Record<string, JsonSchema>): JsonSchema {
  const { properties, items, anyOf, additionalProperties, $id: _ownTitle, ...others } = clone(schema);
  const { "x-operation": operation, "x-client-name": _clientName, ...rest } = others;
  // Some generators read an object without known fields as one that must be empty.
  const isOpen = rest.type === "object" && properties === undefined && additionalProperties === undefined;
  return {
    ...rest,
    ...(isOpen && operation !== undefined && { additionalProperties: true }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: register(additionalProperties, found),
    }),
    ...(typeof additionalProperties === "boolean" && { additionalProperties }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, register(field, found)])),
    }),
    ...(items !== undefined && { items: register(items, found) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((option) => register(option, found)) }),
  };
}

const RateWindow = Type.Object({
  name: choice(windowNames, { description: "Which window it is." }),
  limit: integer({ description: "Requests that it admits." }),
  usage: integer({ description: "Requests that it has admitted." }),
  resets_at: moment({ description: "When it starts anew." }),
});

export const dryRun = Type.Object(
  {
    max_cost: integer({ description: "The most the request can cost; 0 if the result is cached." }),
    points: integer({ description: "Points left on the account." }),
    windows: listOf(RateWindow, { description: "The five rate windows, before the request." }),
  },
  { description: "The response to `?dry_run=true`." },
);

const ValidationItem = Type.Object({
  type: words({ description: "The kind of mistake." }),
  loc: listOf(Type.Unsafe({ anyOf: [{ type: "string" }, { type: "integer" }] }), {
    description: "The path, starting with `body` for a field of the body.",
  }),
  msg: words({ description: "What is wrong, in a sentence." }),
  input: Type.Optional(anything({ description: "What was sent." })),
  ctx: Type.Optional(Type.Unsafe({ type: "object", description: "The bound that was broken, or the values allowed." })),
});

/** What every error response has. */
const errorSchemas = {
  Error: toJsonSchema(Type.Object({ detail: words({ description: "What went wrong, in a sentence." }) })),
  ValidationError: toJsonSchema(
    Type.Object({ detail: listOf(ValidationItem, { description: "One item for each mistake." }) }),
  ),
};
