import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/**
 * Deleted accounts, until the last work that was in flight for them has ended and is forgotten too. `repeated_sign_ups`,
 * from which migration 7 was made, still had addresses of people.
 */
export const forgottenAccounts: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("forgotten_accounts")
      .addColumn("account_id", "text", (column) => column.primaryKey())
      .addColumn("deleted_at", whole, (column) => column.notNull())
      .addColumn("again_at", whole, (column) => column.notNull())
      .execute();
    await db.schema.dropTable("repeated_sign_ups").ifExists().execute();
  },
};
