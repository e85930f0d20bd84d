import type { TSchema } from "typebox";
import type { JsonSchema } from "../contract/json-schema.ts";

/** Any JSON value in a document. */
export type Json = Record<string, unknown>;

/** TypeBox's schemas are JSON Schema, but their types do not say so. */
export const toJsonSchema = (schema: TSchema): JsonSchema => schema as JsonSchema;

export function schemaTitle(schema: TSchema): string {
  const { title } = toJsonSchema(schema);
  if (title === undefined) throw new Error("A schema that becomes a type has a title.");
  return title;
}

/** The schemas directly inside a schema. */
export const innerSchemas = ({
  properties = {},
  anyOf = [],
  items,
  additionalProperties,
}: JsonSchema): JsonSchema[] => [
  ...Object.values(properties),
  ...anyOf,
  ...(items ? [items] : []),
  ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
];

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

export const pascalCase = (words: string): string =>
  words.replace(/(^|[_-])(\w)/g, (_, _gap, letter: string) => letter.toUpperCase());

/** A field's description and its default, as `literal` writes it. */
export function fieldWords(field: JsonSchema, literal: (value: unknown) => string): string[] {
  const hasDefault = field.const === undefined && (field.default ?? null) !== null && !Array.isArray(field.default);
  return [
    ...(field.description ? [field.description] : []),
    ...(hasDefault ? [`Default ${literal(field.default)}.`] : []),
  ];
}
