import { type Static, type TObject, type TSchema, type TUnsafe, Type } from "typebox";
import { iso } from "../base/iso.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The building blocks of endpoints' parameters, bodies and responses: plain JSON Schema, validated strictly. */

interface About {
  description?: string;
  /** The clients' name, in snake case; by default, its own name. */
  "x-client-name"?: string;
  default?: unknown;
  examples?: unknown[];
}

/** No cursor, identifier or name is longer than this. */
const LONGEST_TEXT = 2_048;

export const uuid = (about: About = {}) => Type.Unsafe<string>({ type: "string", format: "uuid", ...about });
export const moment = (about: About = {}) => Type.Unsafe<string>({ type: "string", format: "date-time", ...about });
/** Milliseconds since 1970, as the dashboard uses. */
export const instant = (about: About & { minimum?: number; maximum?: number } = {}) =>
  Type.Unsafe<number>({ type: "integer", ...about });
/** A day such as `2026-02-28`, or an instant such as `2026-02-28T13:00:00.000Z`. */
export const dayOrInstant = (about: About = {}) =>
  Type.Unsafe<string>({ type: "string", format: "day-or-instant", ...about });
/** An IANA time zone, such as `Europe/Amsterdam`. */
export const timeZoneName = (about: About = {}) =>
  Type.Unsafe<string>({ type: "string", format: "time-zone", maxLength: 60, ...about });
/** A password, which a 422 does not echo. */
export const password = (about: About = {}) =>
  Type.Unsafe<string>({ type: "string", format: "password", minLength: 1, maxLength: 1_000, ...about });
export const emailAddress = (about: About = {}) =>
  Type.Unsafe<string>({
    type: "string",
    maxLength: 254,
    pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$",
    examples: ["ada@example.com"],
    ...about,
  });
/** A string in a response. */
export const words = (about: About & Pick<JsonSchema, "pattern" | "format" | "minLength" | "maxLength"> = {}) =>
  Type.Unsafe<string>({ type: "string", ...about });
/** A string in a request, which therefore has bounds. */
export const given = (about: About & { minLength?: number; maxLength?: number } = {}) =>
  Type.Unsafe<string>({ type: "string", minLength: 1, maxLength: LONGEST_TEXT, ...about });
export const integer = (about: About & { minimum?: number; maximum?: number } = {}) =>
  Type.Unsafe<number>({ type: "integer", ...about });
export const choice = <const V extends readonly string[]>(values: V, about: About = {}) =>
  Type.Unsafe<V[number]>({ type: "string", enum: [...values], ...about });
export const listOf = <T extends TSchema>(
  items: T,
  about: About & { minItems?: number; maxItems?: number; uniqueItems?: boolean } = {},
): TUnsafe<Array<Static<T>>> => Type.Unsafe<Array<Static<T>>>({ type: "array", items, ...about });
/** Any JSON value. */
export const anything = (about: About = {}) => Type.Unsafe<unknown>({ ...about });
/** An object with arbitrary keys. */
export const mapOf = <T extends TSchema>(values: T, about: About = {}): TUnsafe<Record<string, Static<T>>> =>
  Type.Unsafe<Record<string, Static<T>>>({ type: "object", additionalProperties: values, ...about });

export const orNull = <T extends TSchema>(schema: T): TUnsafe<Static<T> | null> => {
  const { description, "x-client-name": clientName, ...rest }: JsonSchema = schema;
  return Type.Unsafe<Static<T> | null>({
    anyOf: [rest, { type: "null" }],
    ...(clientName !== undefined && { "x-client-name": clientName }),
    ...(description !== undefined && { description }),
  });
};

/** A view whose times may still be milliseconds since 1970. */
type Timed<View> = {
  [Name in keyof View]: string extends NonNullable<View[Name]> ? View[Name] | number : View[Name];
};

/** A row as its schema shows it: the fields that the schema has, with times in its form. */
export const pick = <S extends TObject>({ properties }: S, row: Timed<Static<S>>): Static<S> =>
  Object.fromEntries(
    Object.entries<JsonSchema>(properties).flatMap(([name, field]) => {
      if (!(name in row)) return [];
      const value: unknown = row[name as keyof typeof row];
      const isTime = [field, ...(field.anyOf ?? [])].some(({ format }) => format === "date-time");
      return [[name, isTime && typeof value === "number" ? iso(value) : value]];
    }),
  ) as Static<S>;

/** The name of a data operation. The clients' types and OpenAPI list the valid names. */
export const operationName = (about: About = {}) =>
  Type.Unsafe<string>({
    type: "string",
    maxLength: 200,
    "x-operation": "name",
    description: "The operation, such as `nlretail/products/search`.",
    ...about,
  });

/** A body of the data operation named in the same object. */
export const operationRequest = (about: About = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: "object", "x-operation": "request", ...about });

/** A record of the data operation named in the same object. */
export const operationRecord = (about: About = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: "object", "x-operation": "record", ...about });
