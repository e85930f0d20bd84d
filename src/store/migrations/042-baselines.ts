import type { Migration } from "kysely/migration";

/** What the values of each operation usually are. `health_fields`, which older processes still write, is no longer read. */
export const baselines: Migration = {
  async up(db) {
    await db.schema
      .createTable("health_baselines")
      .addColumn("operation", "text", (column) => column.primaryKey())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .execute();
  },
};
