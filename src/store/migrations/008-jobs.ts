import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type ColumnTypes, columnTypes } from "./column-types.ts";

export const jobs: Migration = {
  async up(db) {
    const types = columnTypes(db);
    await createJobs(db, types);
    await createBatches(db, types);
  },
};

async function createJobs(db: Kysely<any>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("params", "text", (column) => column.notNull())
    .addColumn("timeout", "integer", (column) => column.notNull())
    .addColumn("max_cost", whole)
    .addColumn("idempotency_key", "text")
    .addColumn("webhook", "text")
    .addColumn("batch_id", "text")
    .addColumn("line", "integer")
    .addColumn("schedule_id", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("priority", "integer", (column) => column.notNull())
    .addColumn("run_after", whole, (column) => column.notNull())
    .addColumn("announced_at", whole)
    .addColumn("attempt", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("lease_until", whole)
    .addColumn("worker", "text")
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("started_at", whole)
    .addColumn("ended_at", whole)
    .addColumn("pages", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("records", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("held", whole, (column) => column.notNull().defaultTo(0))
    .addColumn("charged", whole, (column) => column.notNull().defaultTo(0))
    .addColumn("http_status", "integer")
    .addColumn("error_code", "text")
    .addColumn("error_detail", "text")
    .addColumn("results_end", "text")
    .addColumn("notified", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("jobs_due")
    .on("jobs")
    .columns(["priority desc", "run_after"])
    .where(sql.ref("status"), "=", sql.lit("queued"))
    .execute();
  await db.schema
    .createIndex("jobs_queued_by_account")
    .on("jobs")
    .columns(["account_id", "key_id"])
    .where(sql.ref("status"), "=", sql.lit("queued"))
    .execute();
  await db.schema
    .createIndex("jobs_leased")
    .on("jobs")
    .column("lease_until")
    .where(sql.ref("status"), "=", sql.lit("running"))
    .execute();
  await db.schema
    .createIndex("jobs_half_submitted")
    .on("jobs")
    .column("created_at")
    .where(sql.ref("status"), "=", sql.lit("admitting"))
    .execute();
  await db.schema
    .createIndex("jobs_to_notify")
    .on("jobs")
    .column("ended_at")
    .where(sql.ref("notified"), "=", sql.lit(0))
    .where(sql.ref("ended_at"), "is not", null)
    .execute();
  await db.schema.createIndex("jobs_by_account").on("jobs").columns(["account_id", "created_at", "id"]).execute();
  await db.schema.createIndex("jobs_by_batch").on("jobs").columns(["batch_id", "line"]).execute();
  await db.schema.createIndex("jobs_by_end").on("jobs").column("ended_at").execute();
  await db.schema
    .createIndex("jobs_by_idempotency_key")
    .on("jobs")
    .columns(["account_id", "idempotency_key"])
    .where(sql.ref("idempotency_key"), "is not", null)
    .execute();
}

async function createBatches(db: Kysely<any>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("batches")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("pause_reason", "text")
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("cost_at_most", whole, (column) => column.notNull())
    .addColumn("max_cost", whole)
    .addColumn("idempotency_key", "text")
    .addColumn("webhook", "text")
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("ended_at", whole)
    .addColumn("notified", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("batches_by_account").on("batches").columns(["account_id", "created_at", "id"]).execute();
  await db.schema
    .createIndex("batches_open")
    .on("batches")
    .column("created_at")
    .where(sql.ref("ended_at"), "is", null)
    .execute();
}
