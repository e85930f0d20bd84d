import type { TSchema } from "typebox";
import type { JsonSchema } from "./json-schema.ts";

const isType: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/**
 * Describes where a record does not fit its schema; null if it fits. Written by hand because loading a validator would slow
 * down every start of the command line.
 */
export function recordMisfit(record: TSchema, value: unknown): string | null {
  const recursive = new Map<string, JsonSchema>();
  return misfit(record, value, "");

  function misfit(schema: JsonSchema, part: unknown, at: string): string | null {
    // A reference points to an enclosing record of the same kind.
    if (schema.$ref !== undefined) return misfit(recursive.get(schema.$ref) ?? {}, part, at);
    if (schema.$id !== undefined) recursive.set(schema.$id, schema);
    if (schema.anyOf) {
      const [first, ...others] = schema.anyOf.map((option) => misfit(option, part, at));
      return first && others.every((other) => other !== null) ? first : null;
    }
    const types = [schema.type ?? []].flat();
    if (types.length > 0 && !types.some((type) => isType[type]?.(part))) {
      return `${at || "the record"} is not ${types.join(" or ")}`;
    }
    if (schema.const !== undefined && part !== schema.const) return `${at} is not ${JSON.stringify(schema.const)}`;
    const { items, properties } = schema;
    if (items && Array.isArray(part)) {
      return firstOf(part.map((item, index) => misfit(items, item, `${at}[${index}]`)));
    }
    if (!properties || typeof part !== "object" || part === null) return null;
    const names = Object.keys(properties);
    const given = new Map<string, unknown>(Object.entries(part));
    const missing = names.find((name) => !given.has(name));
    if (missing !== undefined) return `${dotted(at, missing)} is missing`;
    const unknown = [...given.keys()].find((name) => !names.includes(name));
    if (unknown !== undefined) return `${dotted(at, unknown)} is not a field of the record`;
    return firstOf(Object.entries(properties).map(([name, field]) => misfit(field, given.get(name), dotted(at, name))));
  }
}

const dotted = (at: string, name: string) => (at === "" ? name : `${at}.${name}`);
const firstOf = (found: Array<string | null>) => found.find((one) => one !== null) ?? null;
