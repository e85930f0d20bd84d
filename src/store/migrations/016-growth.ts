import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { columnTypes, isPostgres } from "./column-types.ts";

/** What keeps a large store quick: sums of days that are over, old ledger entries found, windows that processes share. */
export const growth: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("closed_days")
      .addColumn("day", whole, (column) => column.primaryKey())
      .execute();
    let days = db.schema
      .createTable("request_days")
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("day", whole, (column) => column.notNull())
      .addColumn("endpoint", "text", (column) => column.notNull())
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("status_class", whole, (column) => column.notNull());
    for (const name of ["calls", "errors", "points", "duration_ms"]) {
      days = days.addColumn(name, whole, (column) => column.notNull());
    }
    await days
      .addPrimaryKeyConstraint("request_days_key", ["account_id", "day", "endpoint", "key_id", "status_class"])
      .execute();
    await db.schema.createIndex("request_days_by_day").on("request_days").column("day").execute();
    // Entries come in the order of their time: a few pages tell where the old ones are, and the index is made in seconds.
    if (isPostgres(db)) await sql`create index ledger_by_time on ledger using brin (at)`.execute(db);
    else await db.schema.createIndex("ledger_by_time").on("ledger").column("at").execute();
    await db.schema
      .createTable("shared_windows")
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("start", whole, (column) => column.notNull())
      .addColumn("used", whole, (column) => column.notNull())
      .addColumn("ends_at", whole, (column) => column.notNull())
      .addPrimaryKeyConstraint("shared_windows_key", ["name", "start"])
      .execute();
    await db.schema.createIndex("shared_windows_by_end").on("shared_windows").column("ends_at").execute();
  },
};
