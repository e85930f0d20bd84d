import type { FieldSchema, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import type { Option } from "../ui/options.ts";

export type Values = Record<string, unknown>;

/** A form field, generated from the operation's JSON Schema. */
export interface FormField {
  name: string;
  kind:
    | "text"
    | "long"
    | "secret"
    | "email"
    | "url"
    | "whole"
    | "flag"
    | "choice"
    | "choices"
    | "list"
    | "numbers"
    | "date";
  /** Its name in words, by default made from its name. */
  label?: string;
  /** Choices with their own words. */
  options?: Option[];
  placeholder?: string;
  autoComplete?: string;
  disabled?: boolean;
  description: string;
  required: boolean;
  nullable: boolean;
  choices: string[];
  minimum: number | undefined;
  maximum: number | undefined;
  maxItems: number | undefined;
  maxLength?: number | undefined;
  fallback: unknown;
  example: unknown;
}

/** Two adjacent dates that form one range. */
export interface RangeField {
  kind: "range";
  from: FormField;
  to: FormField;
}

export type Described = Pick<OperationView, "request" | "examples">;

export function formFields({ request, examples }: Described): Array<FormField | RangeField> {
  const fields = Object.entries(request.properties).map(([name, schema]) =>
    fieldOf(name, schema, request.required.includes(name), examples[0]?.[name]),
  );
  const joined: Array<FormField | RangeField> = [];
  for (const field of fields) {
    const last = joined.at(-1);
    if (field.kind === "date" && last?.kind === "date") joined.splice(-1, 1, { kind: "range", from: last, to: field });
    else joined.push(field);
  }
  return joined;
}

function fieldOf(name: string, schema: FieldSchema, required: boolean, example: unknown): FormField {
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  return {
    name,
    kind: kindOf(inner),
    description: (schema.description ?? "").replaceAll("`", ""),
    required,
    nullable: schema.anyOf !== undefined,
    choices: inner.enum ?? inner.items?.enum ?? [],
    minimum: inner.minimum ?? inner.items?.minimum,
    maximum: inner.maximum ?? inner.items?.maximum,
    maxItems: inner.maxItems,
    maxLength: inner.maxLength,
    fallback: schema.default,
    example: example ?? schema.examples?.[0],
  };
}

function kindOf({ type, format, enum: choices, items }: FieldSchema): FormField["kind"] {
  if (type === "array" && items?.enum) return "choices";
  if (type === "array") return items?.type === "integer" ? "numbers" : "list";
  if (type === "integer" || type === "number") return "whole";
  if (type === "boolean") return "flag";
  if (choices) return "choice";
  if (format === "password") return "secret";
  return format === "date" ? "date" : "text";
}

export const isBlank = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The form's initial values. */
export const defaultValues = ({ request }: { request: Pick<OperationView["request"], "properties"> }): Values =>
  Object.fromEntries(
    Object.entries(request.properties).map(([name, { default: value }]) => [name, value ?? undefined]),
  );

/** The body of the call: the fields that were filled in, without defaults. */
export function requestBody({ request }: OperationView, values: Values): Values {
  const body: Values = {};
  for (const name of Object.keys(request.properties)) {
    const value = values[name];
    if (isBlank(value) || value === request.properties[name]?.default) continue;
    body[name] = value;
  }
  return body;
}

/** Whether a field is always visible. The others are behind a button. */
export function isMain(field: FormField | RangeField, example: Values): boolean {
  if (field.kind === "range") return true;
  return field.required || field.name in example || field.example !== undefined;
}
