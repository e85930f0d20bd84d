import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** Sums of hours that are over, as `request_days` has them of days: what the day that runs is counted from. */
export const requestHours: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("closed_hours")
      .addColumn("hour", whole, (column) => column.primaryKey())
      .execute();
    let hours = db.schema
      .createTable("request_hours")
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("hour", whole, (column) => column.notNull())
      .addColumn("endpoint", "text", (column) => column.notNull())
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("status_class", whole, (column) => column.notNull());
    for (const name of ["calls", "errors", "points", "duration_ms"]) {
      hours = hours.addColumn(name, whole, (column) => column.notNull());
    }
    await hours
      .addColumn("latencies", "text")
      .addPrimaryKeyConstraint("request_hours_key", ["account_id", "hour", "endpoint", "key_id", "status_class"])
      .execute();
    await db.schema.createIndex("request_hours_by_hour").on("request_hours").column("hour").execute();
  },
};
