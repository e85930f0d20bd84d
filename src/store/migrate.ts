import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { backoff } from "../base/backoff.ts";
import { FixableError } from "../base/fixable-error.ts";
import { errorCode, errorMessage } from "../base/thrown.ts";
import { functionStatements, schemaStatements } from "./create-schema.ts";
import { isPostgres } from "./is-postgres.ts";
import { migrations } from "./migrations.ts";
import type { AnyDb } from "./schema.ts";

/** The lock and the table of Kysely's own migrator. */
const LOCK = 3853314791062309107n;
const DONE = "kysely_migration";

/** While a migration waits for a table, everyone else queues behind it, so it gives up soon and retries. */
const LOCK_WAIT = "500ms";
const LONGEST_PAUSE_MS = 2_000;
const MAX_TRIES = 120;
/** lock_not_available and deadlock_detected. */
const TABLE_IS_BUSY = new Set(["55P03", "40P01"]);

/** Written in the first transaction of an empty store. */
export const FIRST = "schema-of-1.0.0";

/**
 * Brings the store to the current schema. An empty store gets it at once; any other gets each missing migration in its own
 * transaction, so that no table stays locked for the next one. Safe when several processes start concurrently, and while
 * older ones run. A newer version's migrations do not matter: migrations only add.
 */
export async function migrate(db: AnyDb, known = migrations): Promise<void> {
  const done = await appliedMigrations(db);
  if (done.size === 0) return whenFree(db, (trx) => create(trx, Object.keys(known)));
  if (!done.has(FIRST)) throw new EarlierStore();
  const missing = Object.entries(known).filter(([name]) => !done.has(name));
  for (const [name, migration] of missing) {
    const isLast = name === missing.at(-1)?.[0];
    await whenFree(db, (trx) => run(trx, name, migration, isLast));
  }
}

/** The store was written before 1.0.0, with which the history of the schema begins. */
export class EarlierStore extends FixableError {
  constructor() {
    super(
      "This store was written by a version of Winnow before 1.0.0: copy it into a new one with `npx winnow migrate-store --from <this store> --to <a new one>`.",
    );
    this.name = "EarlierStore";
  }
}

export async function appliedMigrations(db: AnyDb): Promise<Set<string>> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 where to_regclass(${DONE}) is not null`
    : sql`select 1 from sqlite_master where name = ${DONE}`
  ).execute(db);
  if (rows.length === 0) return new Set();
  const done = await db.selectFrom(DONE).select("name").execute();
  return new Set(done.map(({ name }) => String(name)));
}

async function create(trx: AnyDb, names: string[]): Promise<void> {
  await takeTurns(trx);
  // Another process may have been faster.
  if ((await appliedMigrations(trx)).size > 0) return;
  await sql`create table ${sql.table(DONE)}
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx);
  const dialect = isPostgres(trx) ? "postgres" : "sqlite";
  const statements = [
    ...schemaStatements(dialect, Date.now()),
    ...(dialect === "postgres" ? functionStatements() : []),
  ];
  for (const statement of statements) await step("the first schema", sql.raw(statement).execute(trx));
  for (const name of [FIRST, ...names]) await markDone(trx, name);
}

async function run(trx: AnyDb, name: string, { up }: Migration, isLast: boolean): Promise<void> {
  await takeTurns(trx);
  if ((await appliedMigrations(trx)).has(name)) return;
  await step(`migration ${name}`, up(trx));
  await markDone(trx, name);
  if (!isLast || !isPostgres(trx)) return;
  for (const statement of functionStatements()) await step("a function", sql.raw(statement).execute(trx));
}

const step = (name: string, work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (isBusy(error)) throw error;
    throw new Error(`${name} failed: ${errorMessage(error)}`, { cause: error });
  });

const markDone = (trx: AnyDb, name: string) =>
  trx.insertInto(DONE).values({ name, timestamp: new Date().toISOString() }).execute();

/**
 * One process at a time: under an advisory lock in PostgreSQL, and in SQLite because every transaction is a write
 * transaction.
 */
async function takeTurns(trx: AnyDb): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx);
}

const isBusy = (error: unknown): boolean => TABLE_IS_BUSY.has(errorCode(error));

async function whenFree(db: AnyDb, work: (trx: AnyDb) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isBusy(error) || tries === MAX_TRIES) throw error;
      // Random, so that processes do not retry simultaneously.
      await setTimeout(Math.random() * backoff(tries, 100, LONGEST_PAUSE_MS));
    }
  }
}
