import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

const MAX_MS = 10_000;
const BUSY = 5;

/**
 * A connection to the embedded store. WAL lets readers continue while a batch commits; FULL makes a commit survive a power
 * cut; the timeout covers another connection's or process's commit.
 */
export function openSqlite(path: string, { readOnly = false, busyMs = MAX_MS } = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, timeout: busyMs });
  // A checkpoint copies each page once, however often it was written, so a longer log is less work.
  if (!readOnly) whileBusy(() => db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 8000"));
  // 8 MB of pages per thread: the system's own cache holds the rest.
  db.exec("pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8000; pragma temp_store = memory");
  // As PostgreSQL names them.
  db.function("gen_random_uuid", () => randomUUID());
  db.aggregate("json_object_agg", {
    start: () => ({}),
    step: (object, key, value) => Object.assign(object, { [String(key)]: value }),
    result: JSON.stringify,
  });
  return db;
}

/**
 * SQLite's timeout does not cover the switch to WAL: of processes that open a new file concurrently, one may immediately
 * get "locked".
 */
export function whileBusy<T>(work: () => T): T {
  const until = performance.now() + MAX_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const errcode = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
      if ((errcode & 0xff) !== BUSY || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
