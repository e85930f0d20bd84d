import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type ColumnTypes, columnTypes } from "./column-types.ts";

export const webhooksAndSchedules: Migration = {
  async up(db) {
    const types = columnTypes(db);
    await completeBatches(db);
    await createWebhooks(db, types);
    await createSchedules(db, types);
  },
};

async function completeBatches(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("batches").addColumn("digest", "text").execute();
  await db.schema
    .createIndex("batches_by_idempotency_key")
    .unique()
    .on("batches")
    .columns(["account_id", "idempotency_key"])
    .where(sql.ref("idempotency_key"), "is not", null)
    .execute();
  await db.schema
    .createIndex("jobs_open_by_batch")
    .on("jobs")
    .column("batch_id")
    .where(sql.ref("ended_at"), "is", null)
    .execute();
}

async function createWebhooks(db: Kysely<any>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("webhook_endpoints")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("events", "text")
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("previous_secret", "text")
    .addColumn("previous_until", whole)
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("disabled_reason", "text")
    .addColumn("failing_since", whole)
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("webhook_endpoints_by_account").on("webhook_endpoints").column("account_id").execute();
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("endpoint_id", "text")
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("attempt", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("attempts", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("next_at", whole, (column) => column.notNull())
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("ended_at", whole)
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_once")
    .unique()
    .on("webhook_deliveries")
    .columns(["url", "event", "subject"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_due")
    .on("webhook_deliveries")
    .column("next_at")
    .where(sql.ref("status"), "=", sql.lit("pending"))
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_account")
    .on("webhook_deliveries")
    .columns(["account_id", "created_at", "id"])
    .execute();
}

async function createSchedules(db: Kysely<any>, { whole, bytes, counter }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("schedules")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("params", "text", (column) => column.notNull())
    .addColumn("cron", "text", (column) => column.notNull())
    .addColumn("time_zone", "text", (column) => column.notNull())
    .addColumn("ignore_fields", "text", (column) => column.notNull())
    .addColumn("monthly_budget", whole)
    .addColumn("webhook", "text")
    .addColumn("feed_hash", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("pause_reason", "text")
    .addColumn("next_at", whole)
    .addColumn("snapshot", bytes)
    .addColumn("snapshot_run", "text")
    .addColumn("created_at", whole, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("schedules_by_account")
    .on("schedules")
    .columns(["account_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("schedules_due")
    .on("schedules")
    .column("next_at")
    .where(sql.ref("status"), "=", sql.lit("active"))
    .execute();
  await db.schema
    .createIndex("jobs_by_schedule")
    .on("jobs")
    .columns(["schedule_id", "created_at"])
    .where(sql.ref("schedule_id"), "is not", null)
    .execute();
  await db.schema
    .createTable("schedule_changes")
    .addColumn("no", counter, (column) => column.primaryKey())
    .addColumn("schedule_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("at", whole, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("record_id", "text", (column) => column.notNull())
    .addColumn("change", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("schedule_changes_once")
    .unique()
    .on("schedule_changes")
    .columns(["run_id", "record_id"])
    .execute();
  await db.schema
    .createIndex("schedule_changes_by_schedule")
    .on("schedule_changes")
    .columns(["schedule_id", "no"])
    .execute();
}
