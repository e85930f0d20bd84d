import type { JsonSchema } from "../contract/json-schema.ts";

/** Parses text as the field's type. Text that does not look like it is left as it is, and the validation rejects it. */
export function fieldValue(field: JsonSchema, text: string): unknown {
  const options = field.anyOf ?? [field];
  const types = options.flatMap(({ type }) => type ?? []);
  if (types.includes("null") && (text === "null" || text === "")) return null;
  const list = options.find(({ items }) => items);
  if (list?.items) {
    const { items } = list;
    return text === "" ? [] : text.split(",").map((entry) => fieldValue(items, entry.trim()));
  }
  if (types.includes("string")) return text;
  if (types.includes("integer") || types.includes("number")) {
    return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (types.includes("boolean")) return { true: true, yes: true, false: false, no: false }[text.toLowerCase()] ?? text;
  return text;
}
