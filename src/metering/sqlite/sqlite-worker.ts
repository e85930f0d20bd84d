import { parentPort, workerData } from "node:worker_threads";
import { openSqlite } from "../../store/sqlite-connection.ts";
import type { Command, Result } from "../commands.ts";
import { SqliteLedger } from "./sqlite-ledger.ts";

/** The thread that owns the writing of points: a slow disk keeps it waiting, and not the event loop. */
export type BatchAnswer = { results: Result[] } | { error: Error };

const db = openSqlite(workerData.path);
const ledger = new SqliteLedger(db, workerData.plans);
const port = parentPort!;

port.on("message", (message: Command[] | "close") => {
  if (message === "close") {
    db.close();
    port.close();
    return;
  }
  let answer: BatchAnswer;
  try {
    answer = { results: ledger.run(message) };
  } catch (error) {
    answer = { error: error as Error };
  }
  port.postMessage(answer);
});
