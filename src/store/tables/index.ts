import { accounts } from "./accounts.ts";
import { jobs } from "./jobs.ts";
import { metering } from "./metering.ts";
import { sources } from "./sources.ts";
import type { Column, ColumnType, Table } from "./table.ts";

const described = { ...accounts, ...metering, ...jobs, ...sources };

type Described = typeof described;
export type TableName = keyof Described;

/** The type of each column of each table. */
export type Columns = {
  [Name in TableName]: {
    [Key in keyof Described[Name]["columns"]]: Described[Name]["columns"][Key] extends { type: infer Type }
      ? Type
      : Described[Name]["columns"][Key];
  };
};

/**
 * Every table of both stores, described once: the schema of an empty store, the types of queries, the check at the start,
 * the deletion of an account, its export, expiry by time and the table in `docs/retention.md` are derived from it. A
 * new table or column does not compile until it says whose it is and how it is forgotten.
 */
export const tables: Readonly<Record<TableName, Table>> = described;
export const tableNames = Object.keys(tables).toSorted() as TableName[];

const typeOf = (column: Column): ColumnType => (typeof column === "string" ? column : column.type);

export const columns = Object.fromEntries(
  tableNames.map((name) => [
    name,
    Object.fromEntries(Object.entries<Column>(tables[name].columns).map(([key, column]) => [key, typeOf(column)])),
  ]),
) as Record<TableName, Record<string, ColumnType>>;
