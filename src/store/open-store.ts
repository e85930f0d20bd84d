import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { checkSchema } from "./check-schema.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./postgres-pool.ts";
import { defaultPostgresSettings, longRunning, type PostgresSettings, shareOfPool } from "./postgres-settings.ts";
import { keepPrivate } from "./private-folder.ts";
import type { Schema } from "./schema.ts";
import { openSqlite } from "./sqlite-connection.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";
import { StoreUnusable, unusable } from "./unusable-store.ts";
import { newWriteLock } from "./write-lock.ts";

interface Opened {
  db: Kysely<Schema>;
  /** Without timeouts, for work that nobody waits for, and for statements on millions of rows. */
  longRunning: Kysely<Schema>;
  close(): Promise<void>;
}

export interface SqliteStore extends Opened {
  dialect: "sqlite";
  /** The database file, for the ledger's thread. */
  path: string;
  /** Lets that thread and the query thread take turns. */
  writeLock: SharedArrayBuffer;
}

export interface PostgresStore extends Opened {
  dialect: "postgres";
  pool: pg.Pool;
  settings: PostgresSettings;
  /** The one connection of `longRunning`. */
  longRunningPool: pg.Pool;
  /** The ledger's connections; the caller closes them. */
  openLedgerPool(settings: Partial<PostgresSettings>): pg.Pool;
}

export type Store = SqliteStore | PostgresStore;

export interface StoreSettings extends Partial<PostgresSettings> {
  dataDir: string;
  /** Empty for SQLite in `dataDir`. */
  url: string;
  /** PostgreSQL without the pooler in between, for work that takes long; empty if `url` is that. */
  directUrl?: string;
}

/** Opens the configured store without migrating it. */
export function connectStore({ dataDir, url, directUrl = "", ...postgres }: StoreSettings): Store {
  if (url === "") return openSqliteStore(dataDir);
  return openPostgresStore({ url, directUrl }, { ...defaultPostgresSettings, ...postgres });
}

/** Opens the configured store and migrates it. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  let store: Store | null = null;
  try {
    store = connectStore(settings);
    await migrate(store.longRunning);
    if (store.dialect === "postgres") {
      // Imported here, so that a start on SQLite does not load it.
      const { installPgBoss } = await import("./pg-boss.ts");
      await installPgBoss(store.longRunningPool);
    }
    await checkSchema(store.db);
    return store;
  } catch (error) {
    await store?.close();
    throw unusable(error, settings);
  }
}

/** Does some work on an open store, and closes it. */
export async function whileOpen<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A database that restarts is back within this time. */
const MAX_WAIT_MS = 60_000;
const RETRY_MS = 1_000;

/** The same as soon as the database is up: a start while it restarts waits, and says once why. */
export async function openStoreWhenUp(settings: StoreSettings, onWait: (why: string) => void): Promise<Store> {
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await openStore(settings);
    } catch (error) {
      const isAway = settings.url !== "" && error instanceof StoreUnusable && isStoreUnavailable(error.cause);
      if (!isAway || Date.now() >= giveUpAt) throw error;
      if (!hasWaited) onWait(error.message);
      await setTimeout(RETRY_MS);
    }
  }
}

function openSqliteStore(dataDir: string): SqliteStore {
  const path = join(dataDir, "winnow.db");
  keepPrivate(dataDir);
  closeSync(openSync(path, "a", 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  // Switches the file to WAL before several threads and processes open it.
  openSqlite(path).close();
  const writeLock = newWriteLock();
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path, writeLock) });
  return { dialect: "sqlite", path, writeLock, db, longRunning: db, close: () => db.destroy() };
}

function openPostgresStore(
  { url, directUrl }: Pick<Required<StoreSettings>, "url" | "directUrl">,
  settings: PostgresSettings,
): PostgresStore {
  const share = shareOfPool(settings);
  const pool = openPool(url, share.queries, settings);
  const over = (one: pg.Pool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool: one }) });
  const direct = directUrl === "" ? {} : { pooler: "none" as const };
  const longRunningPool = openPool(directUrl || url, share.longRunning, { ...settings, ...longRunning, ...direct });
  const [db, long] = [over(pool), over(longRunningPool)];
  return {
    dialect: "postgres",
    pool,
    settings,
    db,
    longRunning: long,
    longRunningPool,
    openLedgerPool: (limits) => openPool(url, share.ledger, { ...settings, ...limits }),
    async close() {
      await Promise.all([db.destroy(), long.destroy()]);
    },
  };
}
