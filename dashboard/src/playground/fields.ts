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

export type Described = Pick<OperationView, "request" | "examples">;

export const formFields = ({ request, examples }: Described): FormField[] =>
  Object.entries(request.properties).map(([name, schema]) =>
    fieldOf(name, schema, request.required.includes(name), examples[0]?.[name]),
  );

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
export const isMain = ({ kind, required, name, example }: FormField, values: Values): boolean =>
  kind === "date" || required || name in values || example !== undefined;
