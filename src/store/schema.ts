import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from "kysely";
import { columns } from "./columns.ts";

/** ISO text in SQLite, timestamptz in PostgreSQL, as better-auth stores them. Written as ISO text on both. */
type StoredDate = ColumnType<string | Date, string, string>;
/** 0 and 1 in SQLite. */
type StoredBoolean = ColumnType<boolean | 0 | 1, boolean, boolean>;

/**
 * The column types used in `columns.ts`. `?` marks a nullable one, `=` one with a default. Times are numbers in
 * milliseconds; lists and objects are JSON in text.
 */
interface ColumnKinds {
  counter: GeneratedAlways<number>;
  text: string;
  "text?": string | null;
  "text=": Generated<string>;
  number: number;
  "number?": number | null;
  "number=": Generated<number>;
  bytes: Uint8Array;
  "bytes?": Uint8Array | null;
  date: StoredDate;
  "date?": ColumnType<string | Date | null, string | null | undefined, string | null>;
  boolean: StoredBoolean;
  "boolean?": ColumnType<boolean | 0 | 1 | null, boolean | null | undefined, boolean | null>;
  "boolean=": ColumnType<boolean | 0 | 1, boolean | undefined, boolean>;
}

type FileFormat = "json" | "ndjson" | "csv" | "xlsx" | "parquet";

/** Text columns with a fixed set of values. */
interface Choices {
  api_keys: { usage_context: "standard" | "mcp_only" };
  batches: { status: "admitting" | "running" | "paused" | "finished" | "cancelled" };
  destinations: { format: FileFormat };
  jobs: { status: "admitting" | "queued" | "running" | "succeeded" | "failed" | "cancelled" };
  people: { role: "member" | "admin" };
  result_links: { kind: "job" | "batch" | "schedule" | "request"; format: FileFormat };
  schedule_changes: { kind: "added" | "removed" | "changed" | "entered" | "left" };
  schedules: { status: "active" | "paused" };
  webhook_deliveries: { status: "pending" | "delivered" | "failed" };
  webhook_endpoints: { status: "active" | "disabled" };
}

type Columns = typeof columns;

/** The tables, typed for the query builder. */
export type Schema = {
  [Table in keyof Columns]: {
    -readonly [Column in keyof Columns[Table]]: Table extends keyof Choices
      ? Column extends keyof Choices[Table]
        ? Choices[Table][Column]
        : KindOf<Columns[Table][Column]>
      : KindOf<Columns[Table][Column]>;
  };
};

type KindOf<Name> = Name extends keyof ColumnKinds ? ColumnKinds[Name] : never;

/** A row of a table as read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** A table's column names except some, such as those that a list does not show. */
export const columnsBut = <Table extends keyof Schema, Left extends keyof Schema[Table]>(table: Table, left: Left[]) =>
  Object.keys(columns[table]).filter((name) => !left.includes(name as Left)) as Array<
    Exclude<keyof Schema[Table], Left>
  >;

/** A store with any tables: for code that works on all of them, or on another version's. */
export type AnyDb = Kysely<any>;
