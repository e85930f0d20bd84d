import type { Migration } from "kysely/migration";

/** What the store knows about itself, such as a check value of the secret that it was written with. */
export const storeFacts: Migration = {
  async up(db) {
    await db.schema
      .createTable("store_facts")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  },
};
