import type { Kysely } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { migrations } from "./migrations/index.ts";

/**
 * Brings the store to today's form. Safe when several processes start at once: PostgreSQL by an advisory lock,
 * SQLite because the transaction that reads what has been done is already the writing one.
 */
export async function migrate(db: Kysely<any>): Promise<void> {
  const all = { ...migrations, ...(await newerOnes(db)) };
  // A migration of a parallel branch may land after one with a higher number; each stands on its own.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => all },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === "Error")?.migrationName;
  throw new Error(`migration ${failed ?? "of the store"} failed: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });
}

/**
 * What a newer version has done here already. Migrations only add, so the version before it goes on working (an upgrade
 * that is rolled back, or one process at a time); whether it does is settled by the check of the schema.
 */
async function newerOnes(db: Kysely<any>): Promise<Record<string, Migration>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return {};
  const done = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select("name").execute();
  const unknown = done.map(({ name }) => name as string).filter((name) => !(name in migrations));
  return Object.fromEntries(unknown.map((name) => [name, { up: async () => {} }]));
}
