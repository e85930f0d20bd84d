import pg from "pg";
import { errorCode } from "../base/thrown.ts";

/**
 * Classes and codes with which PostgreSQL reports that it cannot work now: connection, shutdown, full disk, too many,
 * timeout.
 */
const AWAY_STATES = /^(08...|57P0[1-5]|53100|53300|57014|55P03|25006)$/;
const AWAY_SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** pg has no codes for these; from SQLite's threads only the message arrives: another process writes, or the disk is full. */
const AWAY_WORDS =
  /^(database is locked|database or disk is full|Connection terminated|Connection ended|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Whether an error means that the store is down, rather than that the query was wrong. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(code ?? "");
  if (code !== undefined && AWAY_SYSTEM_CODES.has(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable);
  return AWAY_WORDS.test(error.message) || (error.cause !== undefined && isStoreUnavailable(error.cause));
}
