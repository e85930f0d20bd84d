import { sql } from "kysely";
import { boundOf, endOfAll, tables } from "../migrations/020-partitions.ts";
import type { AnyDb } from "../schema.ts";

/** Rows from which on the tables are made ready before they are locked. */
const WORTH_PREPARING = 100_000;

/**
 * The long part of migration 020, while others go on reading and writing: an index that the parts will have in common, and
 * a promise about the newest time that the rows hold. Outside a transaction; what was begun and left is begun anew.
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

/** Asked for again and again rather than waited for: an index that is made beside others waits for all who wait. */
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

/** Takes the promise back where the migration did not come about: the version before must be able to go on for months. */
export async function takeBackPreparation(db: AnyDb): Promise<void> {
  for (const { name } of tables) {
    if ((await boundOf(db, `${name}_before_end`)) === null) continue;
    await sql.raw(`alter table ${name} drop constraint if exists ${name}_before_end`).execute(db);
  }
}
