import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { type ColumnTypes, columnTypes } from "./column-types.ts";

const windows = ["ten_second", "minutely", "hourly", "daily", "monthly"];

export const metering: Migration = {
  async up(db) {
    const types = columnTypes(db);
    await createBalances(db, types);
    await createApiKeys(db, types);
    await createRequests(db, types);
    await createLedger(db, types);
    await createAnswers(db, types);
    await createAuditLog(db, types);
  },
};

async function createBalances(db: Kysely<any>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("balances")
    .addColumn("account_id", "text", (column) => column.primaryKey())
    .addColumn("points", whole, (column) => column.notNull().check(sql`points >= 0`))
    .addColumn("granted_month", "text")
    .addColumn("granted_points", whole, (column) => column.notNull().defaultTo(0))
    .addColumn("granted_once", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createApiKeys(db: Kysely<any>, { whole }: ColumnTypes): Promise<void> {
  let table = db.schema
    .createTable("api_keys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("prefix", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("is_primary", "integer", (column) => column.notNull())
    .addColumn("usage_context", "text", (column) => column.notNull())
    .addColumn("sources", "text")
    .addColumn("spending_cap", whole)
    .addColumn("expires_at", whole)
    .addColumn("revoked_at", whole)
    .addColumn("created_at", whole, (column) => column.notNull())
    .addColumn("last_used_at", whole)
    .addColumn("spent", whole, (column) => column.notNull().defaultTo(0))
    .addColumn("held", whole, (column) => column.notNull().defaultTo(0));
  for (const window of windows) {
    table = table
      .addColumn(`${window}_start`, whole, (column) => column.notNull().defaultTo(0))
      .addColumn(`${window}_usage`, whole, (column) => column.notNull().defaultTo(0));
  }
  await table.execute();
  await db.schema.createIndex("api_keys_by_account").on("api_keys").column("account_id").execute();
}

async function createRequests(db: Kysely<any>, { counter, whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("requests")
    .addColumn("no", counter, (column) => column.primaryKey())
    .addColumn("request_id", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("door", "text", (column) => column.notNull())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("held", whole, (column) => column.notNull())
    .addColumn("timeout", "integer", (column) => column.notNull())
    .addColumn("params", "text", (column) => column.notNull())
    .addColumn("idempotency_key", "text")
    .addColumn("started_at", whole, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .addColumn("ended_at", whole)
    .addColumn("status", "integer")
    .addColumn("cost", whole, (column) => column.notNull().defaultTo(0))
    .addColumn("points_left", whole)
    .addColumn("results", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("upstream_pages", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("error_text", "text")
    .execute();
  await db.schema
    .createIndex("requests_by_account")
    .on("requests")
    .columns(["account_id", "started_at", "no"])
    .execute();
  await db.schema.createIndex("requests_by_time").on("requests").columns(["started_at", "no"]).execute();
  await db.schema.createIndex("requests_by_id").on("requests").column("request_id").execute();
  await db.schema
    .createIndex("requests_open")
    .on("requests")
    .column("expires_at")
    .where(sql.ref("ended_at"), "is", null)
    .execute();
}

async function createLedger(db: Kysely<any>, { counter, whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("ledger")
    .addColumn("no", counter, (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text")
    .addColumn("request_no", whole)
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("amount", whole, (column) => column.notNull())
    .addColumn("balance", whole, (column) => column.notNull().check(sql`balance >= 0`))
    .addColumn("at", whole, (column) => column.notNull())
    .addColumn("note", "text")
    .execute();
  await db.schema.createIndex("ledger_by_account").on("ledger").columns(["account_id", "no"]).execute();
}

async function createAnswers(db: Kysely<any>, { whole, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("idempotency")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("request_no", whole, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_key", ["account_id", "key"])
    .execute();
  await db.schema.createIndex("idempotency_by_end").on("idempotency").column("expires_at").execute();
  await db.schema
    .createTable("answers")
    .addColumn("request_no", whole, (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("request_id", "text", (column) => column.notNull())
    .addColumn("status", "integer", (column) => column.notNull())
    .addColumn("headers", "text", (column) => column.notNull())
    .addColumn("body", bytes, (column) => column.notNull())
    .addColumn("expires_at", whole, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("answers_by_end").on("answers").column("expires_at").execute();
}

async function createAuditLog(db: Kysely<any>, { counter, whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("no", counter, (column) => column.primaryKey())
    .addColumn("at", whole, (column) => column.notNull())
    .addColumn("who", "text", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .execute();
  await db.schema.createIndex("audit_log_by_subject").on("audit_log").columns(["subject", "no"]).execute();
}
