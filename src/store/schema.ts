import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from "kysely";
import { type Columns, columns } from "./tables/index.ts";

/**
 * What a column of each type holds when it is read, and when it is written. Times are numbers in milliseconds; lists and
 * objects are JSON in text. Dates are better-auth's: ISO text in SQLite, timestamptz in PostgreSQL. A boolean is 0 or 1 in
 * SQLite.
 */
interface Stored {
  text: [string, string];
  number: [number, number];
  int: [number, number];
  real: [number, number];
  bytes: [Uint8Array, Uint8Array];
  date: [string | Date, string];
  boolean: [boolean | 0 | 1, boolean];
}

/** A column as `tables` describes it: `?` is nullable, `=` has a default. */
type Column<Spec> = Spec extends "counter"
  ? GeneratedAlways<number>
  : Spec extends keyof Stored
    ? ColumnType<Stored[Spec][0], Stored[Spec][1], Stored[Spec][1]>
    : Spec extends `${infer Type extends keyof Stored}?`
      ? ColumnType<Stored[Type][0] | null, Stored[Type][1] | null | undefined, Stored[Type][1] | null>
      : Spec extends `${infer Type extends keyof Stored}=${string}`
        ? ColumnType<Stored[Type][0], Stored[Type][1] | undefined, Stored[Type][1]>
        : never;

type FileFormat = "json" | "ndjson" | "csv" | "xlsx" | "parquet";

/** Text columns with a fixed set of values. */
interface Choices {
  accounts: { retain: Generated<"usual" | "none"> };
  api_keys: {
    usage_context: "standard" | "mcp_only";
    mode: Generated<"live" | "test">;
    retain: Generated<"usual" | "none">;
  };
  batches: { status: "admitting" | "running" | "paused" | "finished" | "cancelled" };
  destinations: { format: FileFormat };
  former_members: { role: "owner" | "admin" | "developer" | "viewer" };
  invitations: { role: "owner" | "admin" | "developer" | "viewer" };
  jobs: { status: "admitting" | "queued" | "running" | "succeeded" | "failed" | "cancelled" };
  members: { role: "owner" | "admin" | "developer" | "viewer" };
  people: { role: "member" | "admin" };
  sign_on_providers: { role: "admin" | "developer" | "viewer" };
  result_links: { kind: "job" | "batch" | "schedule" | "request"; format: FileFormat };
  schedule_changes: { kind: "added" | "removed" | "changed" | "entered" | "left" };
  schedules: { status: "active" | "paused" };
  webhook_deliveries: { status: "pending" | "delivered" | "failed" };
  webhook_endpoints: { status: "active" | "disabled" };
}

/** The tables, typed for the query builder. */
export type Schema = {
  [Table in keyof Columns]: {
    -readonly [Name in keyof Columns[Table]]: Table extends keyof Choices
      ? Name extends keyof Choices[Table]
        ? Choices[Table][Name]
        : Column<Columns[Table][Name]>
      : Column<Columns[Table][Name]>;
  };
};

/** A row of a table as read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** A table's column names except some, such as those that a list does not show. */
export const columnsExcept = <Table extends keyof Schema, Left extends keyof Schema[Table]>(
  table: Table,
  left: Left[],
) =>
  Object.keys(columns[table]).filter((name) => !left.includes(name as Left)) as Array<
    Exclude<keyof Schema[Table], Left>
  >;

/** A store with any tables: for code that works on all of them, or on another version's. */
export type AnyDb = Kysely<any>;
