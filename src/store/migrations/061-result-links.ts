import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** Links that give the result of a job, batch or schedule to whoever has them, until they expire or are deleted. */
export const resultLinks: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("result_links")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("of_id", "text", (column) => column.notNull())
      .addColumn("format", "text", (column) => column.notNull())
      .addColumn("created_at", whole, (column) => column.notNull())
      .addColumn("expires_at", whole, (column) => column.notNull())
      .addColumn("reads", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("last_read_at", whole)
      .execute();
    await db.schema
      .createIndex("result_links_by_account")
      .on("result_links")
      .columns(["account_id", "created_at", "id"])
      .execute();
  },
};
