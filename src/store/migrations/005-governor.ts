import type { Migration } from "kysely/migration";
import { isPostgres } from "./column-types.ts";

/** How each origin is being treated, one row each, shared by all processes. One process alone keeps it in memory. */
export const governor: Migration = {
  async up(db) {
    if (!isPostgres(db)) return;
    await db.schema
      .createTable("governor")
      .addColumn("origin", "text", (column) => column.primaryKey())
      .addColumn("manners", "jsonb", (column) => column.notNull())
      .execute();
  },
};
