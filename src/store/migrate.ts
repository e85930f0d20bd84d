import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { codeOf, messageOf } from "../base/thrown.ts";
import { isPostgres } from "./migrations/column-types.ts";
import { migrations } from "./migrations/index.ts";
import type { AnyDb } from "./schema.ts";

/** The lock and the table of Kysely's own migrator: older versions that use it may start alongside this one. */
const LOCK = 3853314791062309107n;
const DONE = "kysely_migration";

/** While a migration waits for a table, everyone else queues behind it, so it gives up soon and retries. */
const LOCK_WAIT = "500ms";
const LONGEST_PAUSE_MS = 2_000;
const MOST_TRIES = 120;
/** lock_not_available and deadlock_detected. */
const TABLE_IS_BUSY = new Set(["55P03", "40P01"]);

/**
 * Migrates the store to the current schema, each migration in its own transaction, so that no table stays locked for the
 * next one; an empty store gets all of them in one. Safe when several processes start concurrently, and while older ones
 * run. A newer version's migrations do not matter: migrations only add.
 */
export async function migrate(db: AnyDb): Promise<void> {
  const done = await doneIn(db);
  const missing = Object.keys(migrations).filter((name) => !done.has(name));
  const steps = done.size === 0 ? [missing] : missing.map((name) => [name]);
  for (const names of steps) await whenFree(db, (trx) => run(trx, names));
}

async function doneIn(db: AnyDb): Promise<Set<string>> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 where to_regclass(${DONE}) is not null`
    : sql`select 1 from sqlite_master where name = ${DONE}`
  ).execute(db);
  if (rows.length === 0) return new Set();
  const done = await db.selectFrom(DONE).select("name").execute();
  return new Set(done.map(({ name }) => String(name)));
}

/**
 * Runs in one process at a time: under an advisory lock in PostgreSQL, and in SQLite because every transaction is a write
 * transaction.
 */
async function run(trx: AnyDb, names: string[]): Promise<void> {
  if (isPostgres(trx)) {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
  }
  await sql`create table if not exists ${sql.table(DONE)}
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
  // Another process may have been faster.
  const done = await doneIn(trx);
  for (const name of names.filter((one) => !done.has(one))) {
    await migrations[name]!.up(trx).catch((error: unknown) => {
      if (isBusy(error)) throw error;
      throw new Error(`migration ${name} failed: ${messageOf(error)}`, { cause: error });
    });
    await trx.insertInto(DONE).values({ name, timestamp: new Date().toISOString() }).execute();
  }
}

const isBusy = (error: unknown): boolean => TABLE_IS_BUSY.has(codeOf(error));

async function whenFree(db: AnyDb, work: (trx: AnyDb) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isBusy(error) || tries === MOST_TRIES) throw error;
      // Random, so that processes do not retry simultaneously.
      await setTimeout(Math.random() * Math.min(LONGEST_PAUSE_MS, 100 * 2 ** tries));
    }
  }
}
