import { type DeleteResult, type Insertable, type InsertResult, type Kysely, sql, type UpdateResult } from "kysely";
import type { AnyDb, Schema } from "./schema.ts";

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

interface Newest {
  /** Whose rows: values of their columns. */
  of: Record<string, string>;
  /** The column by which later rows are larger. */
  by: string;
  max: number;
}

/** Deletes the oldest rows beyond a number. */
export function keepNewest(db: AnyDb, table: keyof Schema, { of, by, max }: Newest) {
  const own = Object.entries(of).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const theirs = sql`from ${sql.table(table)} where ${sql.join(own, sql` and `)}`;
  return sql`delete ${theirs} and ${sql.ref(by)} <=
    (select ${sql.ref(by)} ${theirs} order by ${sql.ref(by)} desc limit 1 offset ${max})`.execute(db);
}
