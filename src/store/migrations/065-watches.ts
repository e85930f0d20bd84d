import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** Schedules keep the values of chosen fields over time, and tell of those that a rule names. */
export const watches: Migration = {
  async up(db) {
    const { whole, counter } = columnTypes(db);
    for (const name of ["track", "rules", "watch_fields"]) {
      await db.schema
        .alterTable("schedules")
        .addColumn(name, "text", (column) => column.notNull().defaultTo("[]"))
        .execute();
    }
    await db.schema.alterTable("schedules").addColumn("watched_at", whole).execute();
    await db.schema
      .createTable("watch_usage")
      .addColumn("account_id", "text", (column) => column.primaryKey())
      .addColumn("points", whole, (column) => column.notNull())
      .addColumn("trimmed_at", whole, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("watch_records")
      .addColumn("no", counter, (column) => column.primaryKey())
      .addColumn("schedule_id", "text", (column) => column.notNull())
      .addColumn("record_id", "text", (column) => column.notNull())
      .addColumn("first_seen", whole, (column) => column.notNull())
      .addColumn("last_seen", whole)
      .addColumn("removed", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("last", "text", (column) => column.notNull())
      .addColumn("marks", "text")
      .execute();
    await db.schema
      .createIndex("watch_records_once")
      .unique()
      .on("watch_records")
      .columns(["schedule_id", "record_id"])
      .execute();
    await db.schema
      .createTable("watch_points")
      .addColumn("record", whole, (column) => column.notNull())
      .addColumn("at", whole, (column) => column.notNull())
      .addColumn("values", "text")
      .addPrimaryKeyConstraint("watch_points_key", ["record", "at"])
      .execute();
    await db.schema
      .createTable("watch_events")
      .addColumn("no", counter, (column) => column.primaryKey())
      .addColumn("schedule_id", "text", (column) => column.notNull())
      .addColumn("run_id", "text", (column) => column.notNull())
      .addColumn("at", whole, (column) => column.notNull())
      .addColumn("record_id", "text", (column) => column.notNull())
      .addColumn("event", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("watch_events_by_schedule").on("watch_events").columns(["schedule_id", "no"]).execute();
    await db.schema.createIndex("watch_events_by_run").on("watch_events").column("run_id").execute();
  },
};
