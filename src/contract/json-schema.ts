import type { Lookup } from "./lookup.ts";

/** JSON Schema, with the keywords that Winnow writes and reads. TypeBox's schemas are such; their own types do not say so. */
export interface JsonSchema {
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  default?: unknown;
  examples?: unknown[];
  "x-lookup"?: Lookup;
  /** What depends on the operation that a call names: its name, path, request or record. */
  "x-operation"?: string;
  /** What the clients call a field, in snake case. */
  "x-client-name"?: string;
  /** Of a record: a healthy page fills the field. */
  "x-filled"?: boolean;
  /** Of a record: what a number is measured in. */
  "x-unit"?: string;
}
