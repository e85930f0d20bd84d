import { sql } from "kysely";
import { boundOf, endOfAll, tables } from "../migrations/020-partitions.ts";
import type { AnyDb } from "../schema.ts";

/** Tables with at least this many rows are prepared before they are locked. */
const WORTH_PREPARING = 100_000;

/**
 * The slow part of migration 020, while others keep reading and writing: an index that the partitions will share, and a
 * check constraint on the newest time of the rows. Runs outside a transaction; anything left unfinished is started again.
 */
export async function preparePartitions(db: AnyDb, worth = WORTH_PREPARING): Promise<string[]> {
  const large: typeof tables = [];
  for (const table of tables) {
    const { rows } = await sql<{ rows: number; kind: string }>`
      select reltuples as rows, relkind as kind from pg_class where oid = to_regclass(${table.name})`.execute(db);
    if (rows[0]?.kind === "r" && Number(rows[0].rows) >= worth) large.push(table);
  }
  if (large.length > 0) await db.connection().execute((session) => alone(session, () => prepare(session, large)));
  return large.map(({ name }) => name);
}

async function prepare(db: AnyDb, large: typeof tables): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const { name, id, column } of large) {
    const key = `${name}_parts_key`;
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${key})`.execute(db);
    if (rows[0]?.valid === true) continue;
    await run(`drop index concurrently if exists ${key}`);
    await run(`create unique index concurrently ${key} on ${name} (${id}, ${column})`);
  }
  for (const table of large) {
    const { name, column } = table;
    const bound = `${name}_before_end`;
    if ((await boundOf(db, bound)) !== null) continue;
    await run(`alter table ${name} drop constraint if exists ${bound}`);
    const to = await endOfAll(db, table);
    await run(`alter table ${name} add constraint ${bound} check (${column} < ${to}) not valid`);
    await run(`alter table ${name} validate constraint ${bound}`);
  }
}

const LOCK = 20_202_020;

/** Polls for the lock instead of waiting: creating an index concurrently waits for everyone who waits. */
async function alone(session: AnyDb, work: () => Promise<void>): Promise<void> {
  const isOurs = async () => {
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as ours`.execute(
      session,
    );
    return rows[0]!.ours;
  };
  while (!(await isOurs())) await new Promise((resolve) => setTimeout(resolve, 500));
  try {
    await work();
  } finally {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(session);
  }
}

/** Removes the check constraint if the migration failed: the previous version must be able to run for months. */
export async function takeBackPreparation(db: AnyDb): Promise<void> {
  for (const { name } of tables) {
    if ((await boundOf(db, `${name}_before_end`)) === null) continue;
    await sql.raw(`alter table ${name} drop constraint if exists ${name}_before_end`).execute(db);
  }
}
