import type { ColumnType, Generated, GeneratedAlways, Kysely, Selectable } from "kysely";
import { columns } from "./columns.ts";

/** ISO text in SQLite, timestamptz in PostgreSQL, as better-auth keeps them. Written as ISO text on both. */
type StoredDate = ColumnType<string | Date, string, string>;
/** 0 and 1 in SQLite. */
type StoredBoolean = ColumnType<boolean | 0 | 1, boolean, boolean>;

/**
 * The kinds of columns that `columns.ts` names. `?` marks one that may be null, `=` one with a default. A number that is a
 * time counts milliseconds; lists and objects are JSON in text.
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

type Columns = typeof columns;

/** The tables as the query builder knows them. */
export type Schema = {
  [Table in keyof Columns]: {
    -readonly [Column in keyof Columns[Table]]: Columns[Table][Column] extends keyof ColumnKinds
      ? ColumnKinds[Columns[Table][Column]]
      : never;
  };
};

/** A row of a table as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** The names of a table's columns but some: those that a list does not show, say. */
export const columnsBut = <Table extends keyof Schema, Left extends keyof Schema[Table]>(table: Table, left: Left[]) =>
  Object.keys(columns[table]).filter((name) => !left.includes(name as Left)) as Array<
    Exclude<keyof Schema[Table], Left>
  >;

/** A store whatever its tables: for what works on any of them, or on those of another version. */
export type AnyDb = Kysely<any>;
