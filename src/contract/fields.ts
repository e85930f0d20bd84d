import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import type { JsonSchema } from "./json-schema.ts";

/**
 * The building blocks of a request. Each is plain JSON Schema, so the OpenAPI page, the MCP tool and the playground form
 * need no second description; `src/contract/reading` parses them as leniently as FastAPI does. A field with a `default` is
 * optional on the wire and always present once parsed.
 */

interface About {
  description: string;
  examples?: unknown[];
}

type Meta<T> = About & { default?: T };

/** Maximum characters of a text and of an address. */
const MAX_TEXT = 1_000;
export const MAX_ADDRESS = 2_048;

/** Maximum items of a list: more than the longest enum of any source. */
const MAX_ITEMS = 500;

interface TextRules {
  minLength?: number;
  maxLength?: number;
  /** The documented pattern. The reader leaves it to `check`, because an unknown form of identifier is a 400, not a 422. */
  pattern?: string;
}

export const textField = (meta: Meta<string> & TextRules): TUnsafe<string> =>
  Type.Unsafe<string>({ type: "string", maxLength: MAX_TEXT, ...meta });

export const wholeField = (meta: Meta<number> & { minimum?: number; maximum?: number }): TUnsafe<number> =>
  Type.Unsafe<number>({ type: "integer", ...meta });

export const flagField = (meta: Meta<boolean>): TUnsafe<boolean> => Type.Unsafe<boolean>({ type: "boolean", ...meta });

export const oneOf = <const V extends readonly string[]>(values: V, meta: Meta<V[number]>): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: "string", enum: [...values], ...meta });

/** An ISO date, parsed to `YYYY-MM-DD`. */
export const date = (meta: Meta<string>): TUnsafe<string> =>
  Type.Unsafe<string>({ type: "string", format: "date", ...meta });

/** A list, empty by default. */
export const listOf = <T extends TSchema>(items: T, meta: About & { maxItems?: number }): TUnsafe<Array<Static<T>>> =>
  Type.Unsafe<Array<Static<T>>>({ type: "array", items, default: [], maxItems: MAX_ITEMS, ...meta });

/** Items of a list that need no description. */
export const items = {
  text: Type.Unsafe<string>({ type: "string", maxLength: MAX_TEXT }),
  whole: (range: { minimum?: number; maximum?: number } = {}): TUnsafe<number> =>
    Type.Unsafe<number>({ type: "integer", ...range }),
  oneOf: <const V extends readonly string[]>(values: V): TUnsafe<V[number]> =>
    Type.Unsafe<V[number]>({ type: "string", enum: [...values] }),
};

/** A nullable field, null by default. */
export const orNull = <T extends TSchema>(field: T): TUnsafe<Static<T> | null> => {
  const { description, examples, ...rest }: JsonSchema = field;
  return Type.Unsafe<Static<T> | null>({
    anyOf: [rest, { type: "null" }],
    default: null,
    description,
    ...(examples && { examples }),
  });
};

/** `timeout`, which is the same for every data operation. */
export const timeoutField = wholeField({
  description: "Maximum seconds the request may run; after that you get 408.",
  minimum: 20,
  maximum: 1500,
  default: 300,
});

export const countField = (description = "Maximum number of records to return."): TUnsafe<number> =>
  wholeField({ description, minimum: 1, examples: [20] });

/** `count` of a lookup, which costs the same for any number of records. */
export const lookupCountField = (maximum = 50): TUnsafe<number> =>
  wholeField({ description: "Maximum number of records to return.", minimum: 1, maximum, default: 20 });

export type RequestFields = Record<string, TSchema>;

type ReadRequest<F extends RequestFields> = { [K in keyof F]: Static<F[K]> };

export type RequestSchema<F extends RequestFields = RequestFields> = TUnsafe<ReadRequest<F>> & {
  type: "object";
  title: string;
  properties: F;
  required: string[];
};

/**
 * A request body. `oneOf` names fields of which at least one is required; `together` names two that must be given together
 * or not at all. The document states both, and the operation's `check` enforces them. Faults are reported in the order of
 * the fields.
 */
export function defineRequest<F extends RequestFields>(
  title: string,
  properties: F,
  { oneOf, together }: { oneOf?: Array<keyof F & string>; together?: [keyof F & string, keyof F & string] } = {},
): RequestSchema<F> {
  const fields = Object.entries<JsonSchema>(properties);
  const required = fields.filter(([, field]) => !("default" in field)).map(([name]) => name);
  const given = (name: string) => ({ required: [name], properties: { [name]: givenForm(properties[name]) } });
  const needs = (name: string, other: string) => ({
    [name]: { anyOf: [{ properties: { [name]: { type: "null" } } }, given(other)] },
  });
  return Object.assign(Type.Unsafe<ReadRequest<F>>({}), {
    type: "object" as const,
    title,
    properties,
    required,
    ...(oneOf && { anyOf: oneOf.map(given) }),
    ...(together && { dependentSchemas: { ...needs(...together), ...needs(together[1], together[0]) } }),
  });
}

/** The non-null schema of a nullable field. */
const givenForm = (field: JsonSchema = {}): JsonSchema => field.anyOf?.[0] ?? field;
