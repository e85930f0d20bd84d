import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/**
 * A job says whether the records of a run that reached its deadline are kept. Accounts have destinations, storage with the
 * S3 interface, to which batches and schedules deliver files.
 */
export const partialAndFiles: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .alterTable("jobs")
      .addColumn("keep_partial", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable("destinations")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("endpoint", "text", (column) => column.notNull())
      .addColumn("region", "text", (column) => column.notNull())
      .addColumn("bucket", "text", (column) => column.notNull())
      .addColumn("path", "text", (column) => column.notNull())
      .addColumn("format", "text", (column) => column.notNull())
      .addColumn("access_key_id", "text", (column) => column.notNull())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("created_at", whole, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("destinations_by_account")
      .on("destinations")
      .columns(["account_id", "created_at", "id"])
      .execute();
    for (const table of ["batches", "schedules"]) {
      await db.schema.alterTable(table).addColumn("destination_id", "text").execute();
    }
  },
};
