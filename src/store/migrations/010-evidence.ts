import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** What sites answered for a request whose caller asked to keep it. */
export const evidence: Migration = {
  async up(db) {
    const { whole, bytes } = columnTypes(db);
    await db.schema
      .createTable("evidence")
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("request_id", "text", (column) => column.notNull())
      .addColumn("warc", bytes, (column) => column.notNull())
      .addColumn("expires_at", whole, (column) => column.notNull())
      .addPrimaryKeyConstraint("evidence_key", ["account_id", "request_id"])
      .execute();
    await db.schema.createIndex("evidence_by_expiry").on("evidence").column("expires_at").execute();
  },
};
