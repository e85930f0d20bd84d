import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations/index.ts";

/**
 * Brings the store to today's form. Safe when several processes start at once: PostgreSQL by an advisory lock,
 * SQLite because the transaction that reads what has been done is already the writing one.
 */
export async function migrate(db: Kysely<any>): Promise<void> {
  // A migration of a parallel branch may land after one with a higher number; each stands on its own.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === "Error")?.migrationName;
  throw new Error(`migration ${failed ?? "of the store"} failed: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });
}
