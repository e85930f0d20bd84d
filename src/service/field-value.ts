import type { JsonSchema } from "../contract/json-schema.ts";

/** Text as a value of the field's type; what does not look like one is left as it is, for the check to refuse. */
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
