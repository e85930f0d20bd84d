import type { SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { openSqlite } from "./sqlite-connection.ts";

/** Runs the query builder's statements off the event loop: a year's report must not stop the API. */
export interface Statement {
  no: number;
  sql: string;
  parameters: readonly unknown[];
}

export type StatementResult =
  | { no: number; rows: unknown[]; changes: number; insertId: number }
  | { no: number; error: Error };

const db = openSqlite(workerData.path);
const port = parentPort!;

port.on("message", (statement: Statement | "close") => {
  if (statement === "close") {
    db.close();
    port.close();
    return;
  }
  port.postMessage(run(statement));
});

function run({ no, sql, parameters }: Statement): StatementResult {
  try {
    const statement = db.prepare(sql);
    const values = parameters.map(bindable);
    if (statement.columns().length > 0) return { no, rows: statement.all(...values), changes: 0, insertId: 0 };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { no, rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
  } catch (error) {
    return { no, error: error as Error };
  }
}

const bindable = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
};
