import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** Later than any clock: where a job waits for a person. */
const never = sql.lit(Number.MAX_SAFE_INTEGER);

/**
 * The first job of each account, key and source is one seek away, and so is the first delivery of each receiver; what is
 * old is found by its time; a batch says since when it is paused, and a delivery how often it was replayed.
 */
export const fairShares: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createIndex("jobs_lanes")
      .on("jobs")
      .columns(["account_id", "key_id", "source", "priority desc", "run_after"])
      .where(sql.ref("status"), "=", sql.lit("queued"))
      .where(sql.ref("run_after"), "<", never)
      .execute();
    await db.schema
      .createIndex("jobs_held")
      .on("jobs")
      .columns(["key_id", "priority desc", "run_after"])
      .where(sql.ref("status"), "=", sql.lit("queued"))
      .where(sql.ref("held"), ">", sql.lit(0))
      .execute();
    await db.schema
      .createIndex("jobs_running")
      .on("jobs")
      .column("account_id")
      .where(sql.ref("status"), "=", sql.lit("running"))
      .execute();
    await sql`create index webhook_deliveries_lanes on webhook_deliveries (account_id, coalesce(endpoint_id, ''), next_at)
      where status = 'pending'`.execute(db);
    await db.schema.alterTable("webhook_deliveries").addColumn("replayed_at", whole).execute();
    await db.schema
      .alterTable("webhook_deliveries")
      .addColumn("replays", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("webhook_deliveries_replayed")
      .on("webhook_deliveries")
      .columns(["account_id", "replayed_at"])
      .where(sql.ref("replayed_at"), "is not", null)
      .execute();
    await db.schema.alterTable("batches").addColumn("paused_at", whole).execute();
    await db.schema.alterTable("batches").addColumn("expiry_told_at", whole).execute();
    await db.schema.createIndex("batches_by_end").on("batches").column("ended_at").execute();
    await db.schema.createIndex("webhook_deliveries_by_time").on("webhook_deliveries").column("created_at").execute();
  },
};
