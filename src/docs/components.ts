import type { TSchema } from "typebox";
import type { Registry } from "../service/registry.ts";
import { batchSchemas } from "./jobs/batch-paths.ts";
import { jobSchemas } from "./jobs/job-paths.ts";
import { scheduleSchemas } from "./jobs/schedule-paths.ts";
import { webhookSchemas } from "./jobs/webhook-paths.ts";
import type { Json } from "./json.ts";
import { tokenSchemas } from "./token-paths.ts";

export const refTo = (title: string): Json => ({ $ref: `#/components/schemas/${title}` });

/** Every schema with a title, once, under that title. */
export function componentsOf(registry: Registry): Json {
  const found: Json = {};
  for (const { operation } of registry.entries) {
    register(asInput(operation.request), found);
    register(operation.record, found);
  }
  return {
    ...Object.fromEntries(Object.entries(found).sort(([a], [b]) => a.localeCompare(b))),
    Error: {
      type: "object",
      required: ["detail"],
      properties: { detail: { type: "string", description: "What went wrong, in a sentence." } },
    },
    ValidationError: validationError,
    ...tokenSchemas,
    ...jobSchemas,
    ...batchSchemas,
    ...webhookSchemas,
    ...scheduleSchemas,
  };
}

/** Beyond it a number is not the same to every JSON parser. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * A request as generators should read it. A default makes some of them (openapi-typescript) take a field for required:
 * it is said in words and in `x-default`. What is taken in any size has the bounds within which every client can write it.
 */
function asInput(request: TSchema): TSchema {
  const { properties, ...rest } = JSON.parse(JSON.stringify(request)) as Json;
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => {
    const { default: value, description, ...plain } = bounded(field);
    if (!("default" in field)) return [name, { ...plain, description }];
    const words = `${description ?? ""} Default: \`${JSON.stringify(value)}\`.`.trim();
    return [name, { ...plain, description: words, "x-default": value }];
  });
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
  if ($ref !== undefined) return refTo($ref);
  if (title === undefined) return inline(schema, found);
  if (!(title in found)) {
    found[title] = {};
    found[title] = inline(schema, found);
  }
  return refTo(title);
}

/** Copies a schema as plain JSON; what has a title inside it becomes a reference. */
function inline(schema: TSchema, found: Json): Json {
  const { properties, items, anyOf, $id: _ownTitle, ...rest } = JSON.parse(JSON.stringify(schema)) as Json;
  return {
    ...rest,
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
