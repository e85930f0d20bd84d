/**
 * A column's type: `number` is a whole number of eight bytes, `int` one of four, `real` a float, `counter` a number that
 * the store counts up. `?` marks a nullable column, `=` precedes a default in SQL.
 */
type Base = "text" | "number" | "int" | "real" | "bytes" | "date" | "boolean";
export type ColumnType = "counter" | Base | `${Base}?` | `${Base}=${string}`;

/**
 * What becomes of a column when its account is deleted and its row stays: it has nothing that the account wrote and is
 * kept, or it gets this value. `"time of deletion"` leaves an earlier time.
 */
export type Fate = "kept" | "time of deletion" | { becomes: string | number | null };

/** A column of a row that stays when its account is deleted. */
interface LastingColumn<Type extends ColumnType = ColumnType> {
  type: Type;
  fate: Fate;
}
export type Column = ColumnType | LastingColumn;

/** Columns with nothing that the account wrote. */
export const kept = <const Types extends Record<string, ColumnType>>(types: Types) =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type, fate: "kept" }])) as {
    [Name in keyof Types]: LastingColumn<Types[Name]>;
  };

/** A column that the account wrote. */
export const forgotten = <const Type extends ColumnType>(type: Type, fate: Fate = { becomes: null }) => ({
  type,
  fate,
});

/** How a table is stored. `Name` is the name of one of its columns. */
interface Layout<Name> {
  /** Several columns that are the primary key together, where it is not the first column. */
  key?: readonly Name[];
  /** Columns whose values are unique. */
  unique?: readonly Name[];
  check?: string;
  /** By name without the table's: `unique` and `brin` (PostgreSQL only) come first, a `where` last. */
  indexes?: Readonly<Record<string, string>>;
  /** How PostgreSQL splits it by time, so that old rows are dropped with their partition. */
  partition?: Partition<Name>;
  /** For a table with something of requests or records: how to keep less of them, in words for `docs/retention.md`. */
  keepLess?: string;
  /** SQLite, where one process works alone, does not need it. */
  postgresOnly?: true;
  /** Percent of a page that PostgreSQL fills: the rest is for updates. */
  fillfactor?: number;
}

export interface Partition<Name = string> {
  /** Milliseconds since 1970. */
  column: Name;
  span: "month" | "week";
  /** How many days ahead rows may be dated: partitions are created that far in advance. */
  aheadDays: number;
}

/** Rows are deleted when this long has passed since the time in the column. */
interface Expiry<Name> {
  since: Name;
  ms: number;
  /** How long that is, where the column is the end itself. */
  inWords?: string;
  /** For tables with many rows: they are deleted in steps, by this key. */
  inStepsBy?: Name;
}

/**
 * What bounds the rows of one account, so that nobody fills the store for nothing: a row of `limits.ts`, or the windows of
 * the plan, because each row is of an admitted call.
 */
export type Bound = "one row" | "rate windows" | `limits.${string}`;

/** Rows of an account. */
interface Owned<Name> {
  /** Where a row names its account: in a column, or through the row of a parent table that does. */
  of: {
    column: Name;
    /** Another column that names one: a row is deleted with either. */
    or?: Name;
    parent?: { table: string; key: string };
  };
  atMost: Bound;
  /** How long a row is stored, in words, or when maintenance deletes it. */
  stored: string | Expiry<Name>;
  /** Credentials, which an export leaves out. */
  secrets?: readonly Name[];
}

/** Rows that are deleted with their account. */
interface Deleted<Name> extends Owned<Name> {
  rows: "deleted";
}

/** Rows that stay, without what the account wrote. */
interface Kept<Name> extends Owned<Name> {
  rows: "kept";
  because: string;
  /** Only these rows are changed. */
  where?: { column: Name; in: readonly string[] };
}

/** Rows that say nothing about an account. */
interface Nobodys<Name> {
  of: "nobody";
  what: string;
  stored?: Expiry<Name>;
}

/** One table of both stores: its columns in storage order (the first is the primary key, unless `key` names several), how it is stored, whose it is and how it is forgotten. */
export type Table<Name = string> =
  | (Layout<Name> & (Deleted<Name> | Nobodys<Name>) & { columns: Record<string, ColumnType> })
  | (Layout<Name> & Kept<Name> & { columns: Record<string, LastingColumn> });

/** Tables whose declarations name their own columns only. */
export const defineTables = <const Tables extends Record<string, { columns: Record<string, Column> }>>(
  tables: Tables & { [Name in keyof Tables]: Table<keyof Tables[Name]["columns"]> },
): Tables => tables;

export const DAY_MS = 86_400_000;
export const HISTORY_MS = 90 * DAY_MS;
/** For tables whose rows say when they end, with how long that is in words. */
export const expires = (inWords: string) => ({ since: "expires_at", ms: 0, inWords }) as const;
export const ACCOUNT = "until the account is deleted";
export const OWNER = "until its owner deletes it";
/** How less is kept of calls. */
export const SILENT = "`x-retain: none`";
export const SILENT_OR_DIRECT = "`x-retain: none`, which is not for work that is stored";
export const SUMS = "sums for the operator's figures, with nothing that the account wrote";
