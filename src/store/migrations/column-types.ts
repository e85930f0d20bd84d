import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

type Type = ColumnDataType | RawBuilder<unknown>;

/** The few column types that differ between the two stores. */
export interface ColumnTypes {
  /** A whole number counted up by the store, primary key of its table. */
  counter: Type;
  whole: Type;
  bytes: Type;
  /** What better-auth reads and writes: see `StoredDate` and `StoredBoolean`. */
  date: Type;
  boolean: Type;
}

export const isPostgres = (db: Kysely<any>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

export const columnTypes = (db: Kysely<any>): ColumnTypes =>
  isPostgres(db)
    ? {
        counter: sql`bigint generated always as identity`,
        whole: "bigint",
        bytes: "bytea",
        date: "timestamptz",
        boolean: "boolean",
      }
    : { counter: "integer", whole: "integer", bytes: "blob", date: "text", boolean: "integer" };
