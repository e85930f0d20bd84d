import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { webhookPayloads } from "../jobs/webhooks/payloads.ts";
import { answeredBy } from "./client-calls.ts";
import { innerSchemas, toJsonSchema } from "./json.ts";

/** The responses of endpoints and the messages to webhooks: each of these objects is one type in a client. */
export function answeredObjects(endpoints: Endpoint<never>[]): JsonSchema[] {
  const found = new Map<string, JsonSchema>();
  const gather = (schema: JsonSchema): void => {
    if (schema.title !== undefined) found.set(schema.title, schema);
    innerSchemas(schema).forEach(gather);
  };
  [...endpoints.map(({ answer }) => answeredBy(answer)), ...webhookPayloads.map(toJsonSchema)].forEach(gather);
  return [...found.values()];
}

/** The object whose fields `schema` repeats and extends, if any: its type extends that type. */
export function findBase(schema: JsonSchema, objects: JsonSchema[]): JsonSchema | undefined {
  const own = Object.keys(schema.properties ?? {}).length;
  const size = ({ properties = {} }: JsonSchema) => Object.keys(properties).length;
  return objects
    .filter((other) => size(other) > 0 && size(other) < own)
    .filter(({ properties = {} }) =>
      Object.entries(properties).every(([name, field]) => schema.properties?.[name] === field),
    )
    .sort((a, b) => size(b) - size(a))[0];
}

/** Joins list items on lines of 120 characters that begin with `indent`. */
export function filledLines(pieces: string[], indent: string): string {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + piece.length + 1 <= 120) lines.push(`${lines.pop()} ${piece}`);
    else lines.push(`${indent}${piece}`);
  }
  return lines.join("\n");
}
