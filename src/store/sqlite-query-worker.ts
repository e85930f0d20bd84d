import "../base/buffer-pool.ts";
import type { SQLInputValue } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { toError } from "../base/thrown.ts";
import { isToPack, packHere } from "./packing.ts";
import { openSqlite } from "./sqlite-connection.ts";
import { WriteLock } from "./write-lock.ts";

/** Runs the query builder's statements off the event loop: a year's report must not block the API. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export type StatementResult = { rows: unknown[]; changes: number; insertId: number } | { error: Error };

const db = openSqlite(workerData.path);
const lock = new WriteLock(workerData.writeLock);
const port = parentPort!;

port.on("message", (statement: Statement | "close") => {
  if (statement === "close") {
    db.close();
    port.close();
    return;
  }
  port.postMessage(run(statement));
});

/** Read-only statements need no lock. One mistaken for a write only waits for it. */
const onlyReads = (sql: string): boolean =>
  /^\s*(select|pragma)\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql));

function run({ sql, parameters }: Statement): StatementResult {
  // Before taking the lock, so that nobody waits while responses are packed.
  const values = parameters.map(bindable);
  freePacked(parameters);
  // If the disk was full, SQLite has already ended the transaction: report the first error.
  if (sql === "rollback" && !db.isTransaction) return { rows: [], changes: 0, insertId: 0 };
  // The lock is held from `begin` to the end of the transaction.
  if (!lock.isMine && !onlyReads(sql)) lock.acquire();
  try {
    const statement = db.prepare(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0, insertId: 0 };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
  } catch (error) {
    return { error: toError(error) };
  } finally {
    if (!db.isOpen || !db.isTransaction) lock.release();
  }
}

/**
 * Frees what is packed: this thread alone has these copies, and would hold 20 MB of them before it collects them. Small ones
 * may share their memory with other parameters.
 */
function freePacked(parameters: readonly unknown[]): void {
  for (const { toPack } of parameters.filter(isToPack)) {
    const { buffer, byteLength } = toPack;
    if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0);
  }
}

const bindable = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (isToPack(value)) return packHere(value.toPack);
  return value as SQLInputValue;
};
