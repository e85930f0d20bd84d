import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { RecordFields, RecordOf, RecordSchema } from "../../contract/record.ts";

/**
 * The building blocks of a record. Each takes the field's description, one line that pages, clients and the dashboard show.
 * Every field is always present: null if there is no value, `[]` for an empty list.
 */

interface HasDefault {
  default: string;
}

const nullable =
  <T>(type: string) =>
  (description: string): TUnsafe<T | null> =>
    Type.Unsafe<T | null>({ type: [type, "null"], description });

export const text = nullable<string>("string");
export const decimal = nullable<number>("number");
export const whole = nullable<number>("integer");
export const flag = nullable<boolean>("boolean");

/** A string with a default if the site sends none, such as a currency. */
export const textOr = (value: string, description: string): TUnsafe<string> & HasDefault =>
  Object.assign(Type.Unsafe<string>({ type: "string", description }), { default: value });

export const list = <T extends TSchema>(items: T, description: string): TUnsafe<Array<Static<T>>> =>
  Type.Unsafe<Array<Static<T>>>({ type: "array", items, description });

export const texts = (description: string): TUnsafe<string[]> =>
  list(Type.Unsafe<string>({ type: "string" }), description);

/** A nested record, or null. */
export const sub = <T extends TSchema>(record: T, description: string): TUnsafe<Static<T> | null> =>
  Type.Unsafe<Static<T> | null>({ anyOf: [record, { type: "null" }], description });

export function defineRecord<const N extends string, F extends RecordFields>(title: N, fields: F): RecordSchema<F, N> {
  const kind = { type: "string", const: title, default: title, description: "The kind of record, always the same." };
  const properties = { "@type": Type.Unsafe<N>(kind), ...fields };
  return Object.assign(Type.Unsafe<RecordOf<F, N>>({}), {
    type: "object" as const,
    title,
    properties,
    required: Object.keys(properties),
  });
}

/** Fields that a page may omit; null, `[]` or the default replaces them. */
type MayBeMissing<S extends TSchema> =
  null extends Static<S> ? true : Static<S> extends readonly unknown[] ? true : S extends HasDefault ? true : false;

/** A reader's output: fields that are always filled are required. */
export type Given<F extends RecordFields> = {
  [K in keyof F as MayBeMissing<F[K]> extends true ? K : never]?: Static<F[K]> | undefined;
} & { [K in keyof F as MayBeMissing<F[K]> extends true ? never : K]: Static<F[K]> };

/** Completes records from a page: fields in the schema's order, missing ones as null, `[]` or their default. */
export function recordMaker<F extends RecordFields, N extends string>(
  schema: RecordSchema<F, N>,
): (given: Given<F>) => RecordOf<F, N> {
  const blanks = Object.entries<JsonSchema>(schema.properties).map(
    ([name, { type, default: value }]) => [name, type === "array" ? "list" : (value ?? null)] as const,
  );
  return (given) => {
    const record: Record<string, unknown> = {};
    for (const [name, blank] of blanks) {
      record[name] = (given as Record<string, unknown>)[name] ?? (blank === "list" ? [] : blank);
    }
    return record as RecordOf<F, N>;
  };
}
