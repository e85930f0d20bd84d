import { DatabaseSync } from "node:sqlite";

const MOST_MS = 10_000;
const BUSY = 5;

/**
 * A connection to the embedded store. WAL lets readers go on while a batch commits; FULL makes a commit survive a
 * power cut; the timeout covers the moment in which another connection or process commits.
 */
export function openSqlite(path: string, { readOnly = false, busyMs = MOST_MS } = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, timeout: busyMs });
  // A checkpoint copies each page once however often it was written, so a longer log is less work.
  if (!readOnly) whileBusy(() => db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 8000"));
  // 8 MB of pages for each of the threads: what they miss, the system's own cache has.
  db.exec("pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8000; pragma temp_store = memory");
  return db;
}

/** SQLite's timeout does not cover the turn to WAL: of processes that open a new file at once, one may hear "locked" at once. */
export function whileBusy<T>(work: () => T): T {
  const until = performance.now() + MOST_MS;
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
