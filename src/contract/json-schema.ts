import type { Lookup } from "./lookup.ts";

/** JSON Schema with the keywords that Winnow uses. TypeBox's schemas conform to it, although their types do not express it. */
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
  /** A value that depends on the operation named in the call: its name, path, request or record. */
  "x-operation"?: string;
  /** The clients' name of a field, in snake case. */
  "x-client-name"?: string;
  /** For a record: healthy pages fill this field. */
  "x-filled"?: boolean;
  /** For a record: no page has ever filled this field. */
  "x-unseen"?: boolean;
  /** For a record: the unit of a number. */
  "x-unit"?: string;
}
