import type { Migration } from "kysely/migration";

/** At which levels of used points the owner of an account wants a mail; who has no row gets all of them. */
export const alertSettings: Migration = {
  async up(db) {
    await db.schema
      .createTable("alert_settings")
      .addColumn("account_id", "text", (column) => column.primaryKey())
      .addColumn("points_levels", "text", (column) => column.notNull())
      .execute();
  },
};
