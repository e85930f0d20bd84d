import { type TableName, tableNames, tables } from "./tables/index.ts";
import type { Column, Fate, Table } from "./tables/table.ts";

/** A table with rows of accounts. */
export type OwnedTable = Exclude<Table, { of: "nobody" }> & { name: TableName };

export const ownedTables: readonly OwnedTable[] = tableNames.flatMap((name) => {
  const table = tables[name];
  return table.of === "nobody" ? [] : [{ name, ...table }];
});

/** What becomes of each column when the account is deleted and its rows stay. */
export const fates = ({ columns }: OwnedTable): Array<[name: string, fate: Fate]> =>
  Object.entries<Column>(columns).flatMap(([name, column]) =>
    typeof column === "string" ? [] : [[name, column.fate]],
  );

/** The tables from which maintenance deletes rows by time alone. */
export const expiring = tableNames.flatMap((table) => {
  const { stored } = tables[table];
  return typeof stored === "object" ? [{ table, ...stored }] : [];
});
