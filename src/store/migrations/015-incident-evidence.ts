import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** What an incident is mended from, how good pages are built, which alerts were sent, and how far points have gone. */
export const incidentEvidence: Migration = {
  async up(db) {
    const { whole, bytes } = columnTypes(db);
    await db.schema
      .createTable("incident_evidence")
      .addColumn("incident_no", whole, (column) => column.primaryKey())
      .addColumn("about", "text", (column) => column.notNull())
      .addColumn("body", bytes)
      .addColumn("warc", bytes)
      .execute();
    await db.schema
      .createTable("health_structures")
      .addColumn("operation", "text", (column) => column.primaryKey())
      .addColumn("at", whole, (column) => column.notNull())
      .addColumn("names", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("alerts_sent")
      .addColumn("about", "text", (column) => column.primaryKey())
      .addColumn("at", whole, (column) => column.notNull())
      .addColumn("open", whole, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("points_watch")
      .addColumn("account_id", "text", (column) => column.primaryKey())
      .addColumn("base", whole, (column) => column.notNull())
      .addColumn("points", whole, (column) => column.notNull())
      .addColumn("told", whole, (column) => column.notNull())
      .execute();
  },
};
