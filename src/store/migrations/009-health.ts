import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** How operations are doing: daily figures, fill rates of fields, incidents, canaries, and what an operator decided. */
export const health: Migration = {
  async up(db) {
    const { counter, whole } = columnTypes(db);
    const days = db.schema
      .createTable("health_days")
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull());
    await [
      "calls",
      "failures",
      "blocked",
      "unreadable",
      "not_responding",
      "timeouts",
      "records",
      "pages",
      "ms",
      "under_250",
      "under_500",
      "under_1000",
      "under_2500",
      "under_5000",
      "under_10000",
      "under_30000",
      "under_60000",
    ]
      .reduce((table, name) => table.addColumn(name, whole, (column) => column.notNull().defaultTo(0)), days)
      .addPrimaryKeyConstraint("health_days_key", ["day", "operation"])
      .execute();
    await db.schema
      .createTable("health_fields")
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull())
      .addColumn("field", "text", (column) => column.notNull())
      .addColumn("requests", whole, (column) => column.notNull())
      .addColumn("present", whole, (column) => column.notNull())
      .addColumn("records", whole, (column) => column.notNull())
      .addColumn("filled", whole, (column) => column.notNull())
      .addPrimaryKeyConstraint("health_fields_key", ["day", "operation", "field"])
      .execute();
    await db.schema
      .createTable("incidents")
      .addColumn("no", counter, (column) => column.primaryKey())
      // One open incident of a kind for an operation: null once it is closed, which unique indices pass over.
      .addColumn("open_key", "text", (column) => column.unique())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("field", "text")
      .addColumn("blocking", whole, (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("details", "text", (column) => column.notNull())
      .addColumn("opened_at", whole, (column) => column.notNull())
      .addColumn("closed_at", whole)
      .addColumn("note", "text")
      .execute();
    await db.schema.createIndex("incidents_by_time").on("incidents").column("opened_at").execute();
    await db.schema
      .createTable("health_overrides")
      .addColumn("source", "text", (column) => column.primaryKey())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("note", "text", (column) => column.notNull())
      .addColumn("by", "text", (column) => column.notNull())
      .addColumn("at", whole, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("health_canaries")
      .addColumn("operation", "text", (column) => column.primaryKey())
      .addColumn("due_at", whole, (column) => column.notNull())
      .addColumn("ran_at", whole)
      .addColumn("ok", whole)
      .addColumn("result", "text")
      .execute();
  },
};
