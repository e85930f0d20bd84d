import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/**
 * A statement whose `?` are given by name, in the order of `names`: a value that is missing does not compile, and two
 * cannot be swapped. (SQLite's own named parameters say the same at three times the cost of a call.)
 */
export function withNamedValues<const Names extends readonly string[]>(db: DatabaseSync, names: Names, sql: string) {
  const statement: StatementSync = db.prepare(sql);
  const inOrder = (values: Record<Names[number], SQLInputValue>): SQLInputValue[] =>
    names.map((name) => values[name as Names[number]]);
  return {
    run: (values: Record<Names[number], SQLInputValue>) => statement.run(...inOrder(values)),
    get: (values: Record<Names[number], SQLInputValue>) => statement.get(...inOrder(values)),
  };
}

/** An insert of a whole row. */
export const insertRow = <const Names extends readonly string[]>(db: DatabaseSync, table: string, names: Names) =>
  withNamedValues(db, names, `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`);
