import type { Migration } from "kysely/migration";
import { isPostgres } from "../is-postgres.ts";

/** Files that were made of stored records, in parts, so that one is read without loading it whole. */
export const madeFiles: Migration = {
  async up(db) {
    const [whole, bytes] = isPostgres(db) ? (["bigint", "bytea"] as const) : (["integer", "blob"] as const);
    await db.schema
      .createTable("made_files")
      .addColumn("file", "text", (column) => column.notNull())
      .addColumn("part", "integer", (column) => column.notNull())
      .addColumn("parts", "integer", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("body", bytes, (column) => column.notNull())
      .addColumn("made_at", whole, (column) => column.notNull())
      .addColumn("expires_at", whole, (column) => column.notNull())
      .addPrimaryKeyConstraint("made_files_key", ["file", "part"])
      .execute();
    const indexes = { by_content: "content", by_account: "account_id", by_expiry: "expires_at" };
    for (const [name, column] of Object.entries(indexes)) {
      await db.schema.createIndex(`made_files_${name}`).on("made_files").column(column).execute();
    }
  },
};
