import { Kysely, PostgresDialect, sql } from "kysely";
import { migrations } from "../../../src/store/migrations/index.ts";
import { openPool } from "../../../src/store/postgres-pool.ts";
import { freshDatabase } from "./stores.ts";

/** The address of a PostgreSQL database with only the migrations before `end`. */
export async function databaseBefore(end: string): Promise<string> {
  const url = await freshDatabase();
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: openPool(url, 1) }) });
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  );
  await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db);
  for (const [name, { up }] of Object.entries(migrations)) {
    if (name >= end) continue;
    await db.transaction().execute((trx) => up(trx));
    await sql`insert into kysely_migration values (${name}, '2026-11-15T03:14:25Z')`.execute(db);
  }
  await db.destroy();
  return url;
}
