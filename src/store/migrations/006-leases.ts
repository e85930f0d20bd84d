import type { Migration } from "kysely/migration";
import { columnTypes, isPostgres } from "./column-types.ts";

/** Which process has which share of an origin: one row for each origin. One process alone keeps it in memory. */
export const leases: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    await db.schema
      .createTable("leases")
      .addColumn("origin", "text", (column) => column.primaryKey())
      .addColumn("version", columnTypes(db).whole, (column) => column.notNull())
      .addColumn("book", "jsonb", (column) => column.notNull())
      .execute();
  },
};
