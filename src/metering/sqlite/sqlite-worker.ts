import { parentPort, workerData } from "node:worker_threads";
import { toError } from "../../base/thrown.ts";
import { openSqlite } from "../../store/sqlite-connection.ts";
import { WriteLock } from "../../store/write-lock.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";

/** Batches and results are passed as JSON text, which is copied in one piece; objects would be cloned field by field. */
export type BatchAnswer = { results: string } | { error: Error };

/** How long a batch waits for another writer, in this process or another, so that callers soon learn that the store is busy. */
const BUSY_MS = 2_000;

// This thread owns the writing of points: a slow disk blocks it, and not the event loop.
const db = openSqlite(workerData.path, { busyMs: BUSY_MS });
const ledger = new SqliteLedger(db, workerData.plans);
const lock = new WriteLock(workerData.writeLock);
const port = parentPort!;

port.on("message", (message: string) => {
  if (message === "close") {
    db.close();
    port.close();
    return;
  }
  let answer: BatchAnswer;
  lock.acquire(BUSY_MS);
  try {
    answer = { results: JSON.stringify(ledger.run(JSON.parse(message))) };
  } catch (error) {
    answer = { error: toError(error) };
  } finally {
    lock.release();
  }
  port.postMessage(answer);
});
