import type { DeleteResult, Insertable, InsertResult, Kysely, UpdateResult } from "kysely";
import type { Schema } from "./schema.ts";

type Changed = Partial<Pick<InsertResult, "numInsertedOrUpdatedRows"> & UpdateResult & DeleteResult>;

/** Whether a statement changes a row. Of several that claim the same one, in whatever process, one does. */
export async function changesRow(statement: { executeTakeFirst(): Promise<Changed | undefined> }): Promise<boolean> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = (await statement.executeTakeFirst()) ?? {};
  return (numInsertedOrUpdatedRows ?? numUpdatedRows ?? numDeletedRows ?? 0n) > 0n;
}

type Columns<Table extends keyof Schema> = Insertable<Schema[Table]>;

/** Writes the row with this key, or these columns of the one that has it. */
export const putRow = <Table extends keyof Schema, Key extends keyof Columns<Table>>(
  db: Kysely<Schema>,
  table: Table,
  key: Pick<Columns<Table>, Key>,
  row: Omit<Columns<Table>, Key>,
) =>
  db
    .insertInto(table)
    .values({ ...key, ...row } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(row as never))
    .execute();
