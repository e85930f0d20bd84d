import { DatabaseSync } from "node:sqlite";

/**
 * A connection to the embedded store. WAL lets readers go on while a batch commits; FULL makes a commit survive a
 * power cut; the timeout covers the moment in which another connection or process commits.
 */
export function openSqlite(path: string, { readOnly = false } = {}): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, timeout: 10_000 });
  // A checkpoint copies each page once however often it was written, so a longer log is less work.
  if (!readOnly) db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 8000");
  db.exec(
    "pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32000; pragma temp_store = memory",
  );
  return db;
}
