import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Filled, RecordFields, RecordOf, RecordSchema } from "../../contract/record.ts";

/**
 * The building blocks of a record. Each takes the field's description, one line that pages, clients and the dashboard show.
 * Every field is always present: null if there is no value, `[]` for an empty list.
 */

interface Words {
  examples?: unknown[];
}

interface HasDefault {
  default: string;
}

const nullable =
  <T>(type: string) =>
  (description: string, words: Words = {}): TUnsafe<T | null> =>
    Type.Unsafe<T | null>({ type: [type, "null"], description, ...words });

export const text = nullable<string>("string");
export const decimal = nullable<number>("number");
export const whole = nullable<number>("integer");
export const flag = nullable<boolean>("boolean");

/** A string with a default if the site sends none, such as a currency. */
export const textOr = (value: string, description: string): TUnsafe<string> & HasDefault =>
  Object.assign(Type.Unsafe<string>({ type: "string", description }), { default: value });

export function filled<T>(how: "always", field: TUnsafe<T | null>): TUnsafe<T>;
export function filled<T extends TSchema>(how: "usually", field: T): T;
export function filled(how: Filled, field: TSchema): TSchema {
  const { type }: JsonSchema = field;
  return { ...field, ...(how === "always" && { type: [type].flat()[0] }), "x-filled": true };
}

/** The unit of a number if the record does not contain it: a currency code, `sq ft`, `unix seconds`. */
export const inUnit = <T extends TSchema>(unit: string, field: T): T => ({
  ...field,
  ...reworded(field, (meaning) => meaning.replace(/\.(?= |$)/, ` (${unit}).`)),
  "x-unit": unit,
});

/** A field of the contract that no saved or stand-in page has ever filled. The source suite checks that this stays true. */
export const unseen = <T extends TSchema>(field: T): T => ({
  ...field,
  ...reworded(field, (meaning) => `${meaning} Always null so far: Winnow has seen no page of the site that has it.`),
  "x-unseen": true,
});

const reworded = ({ description }: JsonSchema, reword: (meaning: string) => string) =>
  description === undefined ? {} : { description: reword(description) };

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

/** A recursive record, such as a category with its subcategories: `itself` refers to it in a `list` or a `sub`. */
export function defineRecursiveRecord<const N extends string, F extends RecordFields>(
  title: N,
  fields: (itself: TUnsafe<Record<string, unknown>>) => F,
): RecordSchema<F, N> {
  const itself = Type.Unsafe<Record<string, unknown>>({ $ref: title });
  return Object.assign(defineRecord(title, fields(itself)), { $id: title });
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
