import type { JsonSchema } from "../json-schema.ts";
import { isShorter } from "./field-readers.ts";

/** Returned by a plain parser if the value needs the exact parser. */
export const UNSURE = Symbol("unsure");

/**
 * The fast parser: accepts a value from `JSON.parse` only if it already has the field's type, so that Pydantic would read
 * it the same way. The exact parser handles everything else.
 */
export type PlainReader = (value: unknown) => unknown;

export function plainReaderOf(schema: JsonSchema): PlainReader {
  const [orNull] = schema.anyOf ?? [];
  if (orNull) {
    const inner = plainReaderOf(orNull);
    return (value) => (value === null ? null : inner(value));
  }
  if (schema.enum) {
    const known = new Set<unknown>(schema.enum);
    return (value) => (known.has(value) ? value : UNSURE);
  }
  switch (schema.type) {
    case "integer": {
      const minimum = Math.max(schema.minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
      const maximum = Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
      return (value) =>
        typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum
          ? value + 0
          : UNSURE;
    }
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : UNSURE);
    case "array":
      return plainList(schema);
    default:
      return schema.format === "date" ? plainDate : plainText(schema);
  }
}

const plainText =
  ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): PlainReader =>
  (value) =>
    typeof value === "string" && value.length <= maxLength && value.isWellFormed() && !isShorter(value, minLength)
      ? value
      : UNSURE;

const plainDate: PlainReader = (value) => {
  if (typeof value !== "string" || !/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$/.test(value)) return UNSURE;
  return value.startsWith("0000") ? UNSURE : value;
};

function plainList({ items = {}, maxItems = Number.POSITIVE_INFINITY }: JsonSchema): PlainReader {
  const readItem = plainReaderOf(items);
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return UNSURE;
    const read: unknown[] = [];
    for (const item of value) {
      const one = readItem(item);
      if (one === UNSURE) return UNSURE;
      read.push(one);
    }
    return read;
  };
}
