import type { TUnsafe } from "typebox";
import { noteOddity } from "../../contract/odd-row.ts";
import { withOrigins } from "../../contract/provenance.ts";
import type { RecordOf, RecordSchema } from "../../contract/record.ts";
import type { Document, Element } from "../html.ts";
import { isObject, type Json } from "../json.ts";
import { newOrigins, tracedField } from "../provenance/traced-record.ts";
import type { Field, Format } from "./field.ts";
import { html, isNode, json } from "./formats.ts";
import { defineRecord, type Given, recordMaker } from "./schemas.ts";

type Fields<Row = any> = Record<string, Field<any, Row, any>>;

type Lazy<G> = { [K in keyof G]: G[K] | (() => G[K]) };

type Schemas<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer T, any, any>
    ? F[K] extends { fallback: string }
      ? TUnsafe<T> & { default: string }
      : TUnsafe<T>
    : never;
};

/** The combined context that the fields of a table need. */
type ContextOf<F extends Fields> = (
  F[keyof F] extends infer One
    ? One extends Field<any, any, infer C>
      ? (context: C) => void
      : never
    : never
) extends (context: infer All) => void
  ? All
  : never;

/** A table with any fields. */
export type AnyTable = TableRecord<any, any>;

/** A record schema that knows where a row has its fields. */
export type TableRecord<F extends Fields, N extends string> = RecordSchema<Schemas<F>, N> & {
  /** The record of a row. A row of another format, or without a required field, is unreadable. */
  read(
    row: unknown,
    ...context: unknown extends ContextOf<F> ? [context?: unknown] : [context: ContextOf<F>]
  ): RecordOf<Schemas<F>, N> | "unreadable";
  /**
   * Completes a record from given values: missing ones are null, `[]` or their default. A value given as a function is read
   * by it, which tells where it came from.
   */
  make(given: Lazy<Given<Schemas<F>>>): RecordOf<Schemas<F>, N>;
};

const table =
  <Row>(format: Format, isRow: (value: unknown) => value is Row) =>
  <const N extends string, F extends Fields<Row>>(title: N, fields: F): TableRecord<F, N> => {
    const entries = Object.entries(fields);
    const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Schemas<F>;
    const schema = defineRecord(title, schemas);
    const read = (row: unknown, context: unknown) => {
      if (!isRow(row)) return "unreadable";
      const origins = newOrigins();
      const record: Record<string, unknown> = { "@type": title };
      for (const [name, field] of entries) {
        const value = origins
          ? tracedField(name, origins, () => field.read(row, context, format))
          : field.read(row, context, format);
        if (value === null && field.isRequired) {
          noteOddity(row, `has no ${name}${field.placesInWords && ` at ${field.placesInWords}`}`);
          return "unreadable";
        }
        record[name] = value;
      }
      return origins ? withOrigins(record, origins) : record;
    };
    const complete = recordMaker(schema);
    const make = (given: Lazy<Given<Schemas<F>>>) => {
      const origins = newOrigins();
      const values: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(given)) {
        if (typeof value !== "function") values[name] = value;
        else values[name] = origins ? tracedField(name, origins, () => value()) : value();
      }
      const record = complete(values as Given<Schemas<F>>);
      return origins ? withOrigins(record, origins) : record;
    };
    // Not part of the JSON Schema, which the record also is.
    return Object.defineProperties(schema, {
      read: { value: read },
      make: { value: make },
    }) as TableRecord<F, N>;
  };

/** A record whose rows are JSON objects: a location is a path such as `price.value`. */
export const jsonRecord = table<Json>(json, isObject);

/**
 * A record whose rows are HTML elements. A location is a selector (`h2.title`, for its text), a selector and an attribute
 * (`a.title@href`), or an attribute of the row itself (`@data-id`).
 */
export const htmlRecord = table<Element & Document>(html, isNode);
