import type { Operation } from "../contract/operation.ts";

export interface WrongBody {
  field: string;
  why: string;
  body: Record<string, unknown>;
}

interface FieldSchema {
  type?: string;
  anyOf?: FieldSchema[];
  enum?: unknown[];
  items?: FieldSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxItems?: number;
}

/** Bodies with one invalid field each, in every way that the field's schema allows. */
export function wrongBodies({ request, examples: [example] }: Operation): WrongBody[] {
  return Object.entries<FieldSchema>(request.properties).flatMap(([field, schema]) => {
    const bodies = wrongValues(schema).map(([why, value]) => ({ field, why, body: { ...example, [field]: value } }));
    if (!request.required.includes(field)) return bodies;
    const { [field]: _, ...without } = example;
    return [{ field, why: "missing", body: without }, ...bodies];
  });
}

function wrongValues(schema: FieldSchema): Array<[why: string, value: unknown]> {
  const { type, enum: values, items, minimum, maximum, minLength, maxItems } = typed(schema);
  const wrong: Array<[string, unknown]> = [["an object", {}]];
  if (values) wrong.push(["not of the list", "no such value"]);
  if (type === "integer") wrong.push(["a text", "many"], ["a fraction", 1.5]);
  if (minimum !== undefined) wrong.push(["too small", minimum - 1]);
  if (maximum !== undefined) wrong.push(["too large", maximum + 1]);
  if (minLength) wrong.push(["too short", ""]);
  if (type === "array") wrong.push(["no list", "one"]);
  if (maxItems !== undefined) wrong.push(["too many", Array.from({ length: maxItems + 1 }, () => exampleItem(items))]);
  if (items) wrong.push(...wrongValues(items).map(([why, value]): [string, unknown] => [`${why} in it`, [value]]));
  return wrong;
}

const exampleItem = (items?: FieldSchema): unknown => items?.enum?.[0] ?? (items?.type === "integer" ? 1 : "x");

/** A nullable field is described by its non-null half. */
const typed = (schema: FieldSchema): FieldSchema => schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
