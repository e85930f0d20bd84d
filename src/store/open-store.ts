import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import { migrate } from "./migrate.ts";
import { openPool } from "./postgres-pool.ts";
import type { Schema } from "./schema.ts";
import { openSqlite } from "./sqlite-connection.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

interface Opened {
  db: Kysely<Schema>;
  /** Whether it answers. */
  healthy(): Promise<boolean>;
  close(): Promise<void>;
}

export interface SqliteStore extends Opened {
  dialect: "sqlite";
  /** The database file, for the thread that owns the writing of points. */
  path: string;
}

export interface PostgresStore extends Opened {
  dialect: "postgres";
  pool: pg.Pool;
  /** More connections, apart from those of the queries; whoever asks for them ends them. */
  newPool(connections: number): pg.Pool;
}

export type Store = SqliteStore | PostgresStore;

export interface StoreSettings {
  dataDir: string;
  /** Empty for SQLite in `dataDir`. */
  databaseUrl: string;
}

/** Opens the store that the settings name and brings it to today's form. */
export async function openStore({ dataDir, databaseUrl }: StoreSettings): Promise<Store> {
  const store = databaseUrl === "" ? openSqliteStore(dataDir) : openPostgresStore(databaseUrl);
  try {
    await migrate(store.db);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

function openSqliteStore(dataDir: string): SqliteStore {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "winnow.db");
  // The file turns to WAL here, before threads and other processes meet on it.
  openSqlite(path).close();
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path) });
  return { dialect: "sqlite", path, db, healthy: () => answers(db), close: () => db.destroy() };
}

function openPostgresStore(databaseUrl: string): PostgresStore {
  const newPool = (connections: number) => openPool(databaseUrl, connections);
  const pool = newPool(10);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { dialect: "postgres", pool, newPool, db, healthy: () => answers(db), close: () => db.destroy() };
}

const answers = (db: Kysely<Schema>): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
