import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import type { JsonSchema } from "./json-schema.ts";

/**
 * The building blocks of a request. Each is plain JSON Schema, so the OpenAPI page, the MCP tool and the
 * playground form need no second description; `src/contract/reading` gives them FastAPI's lax reading.
 * A field with a `default` is optional on the wire and always present once read.
 */

interface About {
  description: string;
  examples?: unknown[];
}

type Meta<T> = About & { default?: T };

/** Characters that a text may have, and an address. */
const MOST_TEXT = 1_000;
export const MOST_ADDRESS = 2_048;

/** Items that a list may have: more than the longest closed list of a source has values. */
const MOST_ITEMS = 500;

interface TextRules {
  minLength?: number;
  maxLength?: number;
  /** What the document promises to take. The reader leaves it to `check`: an identifier in no known form is 400, not 422. */
  pattern?: string;
}

export const textField = (meta: Meta<string> & TextRules): TUnsafe<string> =>
  Type.Unsafe<string>({ type: "string", maxLength: MOST_TEXT, ...meta });

export const wholeField = (meta: Meta<number> & { minimum?: number; maximum?: number }): TUnsafe<number> =>
  Type.Unsafe<number>({ type: "integer", ...meta });

export const flagField = (meta: Meta<boolean>): TUnsafe<boolean> => Type.Unsafe<boolean>({ type: "boolean", ...meta });

export const oneOf = <const V extends readonly string[]>(values: V, meta: Meta<V[number]>): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: "string", enum: [...values], ...meta });

/** An ISO date; read as `YYYY-MM-DD`. */
export const date = (meta: Meta<string>): TUnsafe<string> =>
  Type.Unsafe<string>({ type: "string", format: "date", ...meta });

/** A list, empty unless given. */
export const listOf = <T extends TSchema>(items: T, meta: About & { maxItems?: number }): TUnsafe<Array<Static<T>>> =>
  Type.Unsafe<Array<Static<T>>>({ type: "array", items, default: [], maxItems: MOST_ITEMS, ...meta });

/** The items of a list, where they need no words of their own. */
export const items = {
  text: Type.Unsafe<string>({ type: "string", maxLength: MOST_TEXT }),
  whole: (range: { minimum?: number; maximum?: number } = {}): TUnsafe<number> =>
    Type.Unsafe<number>({ type: "integer", ...range }),
  oneOf: <const V extends readonly string[]>(values: V): TUnsafe<V[number]> =>
    Type.Unsafe<V[number]>({ type: "string", enum: [...values] }),
};

/** A field that may be null, and is null unless given. */
export const orNull = <T extends TSchema>(field: T): TUnsafe<Static<T> | null> => {
  const { description, examples, ...rest }: JsonSchema = field;
  return Type.Unsafe<Static<T> | null>({
    anyOf: [rest, { type: "null" }],
    default: null,
    description,
    ...(examples && { examples }),
  });
};

/** `timeout`, the same on every data operation. */
export const timeoutField = wholeField({
  description: "Most seconds the request may run; after that you get 408.",
  minimum: 20,
  maximum: 1500,
  default: 300,
});

export const countField = (description = "Most records to return."): TUnsafe<number> =>
  wholeField({ description, minimum: 1, examples: [20] });

/** `count` of a lookup, whose price is the same for any number. */
export const lookupCountField = (maximum = 50): TUnsafe<number> =>
  wholeField({ description: "Most records to return.", minimum: 1, maximum, default: 20 });

export type RequestFields = Record<string, TSchema>;

type ReadRequest<F extends RequestFields> = { [K in keyof F]: Static<F[K]> };

export type RequestSchema<F extends RequestFields = RequestFields> = TUnsafe<ReadRequest<F>> & {
  type: "object";
  title: string;
  properties: F;
  required: string[];
};

/**
 * A request body. `oneOf` names fields of which one must be given, `together` two that are given together or not at all: the
 * document says so, and the operation's `check` refuses other bodies. Fields are in the order in which their faults are
 * reported.
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
    ...{ type: "object" as const, title, properties, required },
    ...(oneOf && { anyOf: oneOf.map(given) }),
    ...(together && { dependentSchemas: { ...needs(...together), ...needs(together[1], together[0]) } }),
  });
}

/** A field that may be null, as it is where it is given. */
const givenForm = (field: JsonSchema = {}): JsonSchema => field.anyOf?.[0] ?? field;
