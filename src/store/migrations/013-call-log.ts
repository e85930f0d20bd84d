import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/**
 * What each call sent and was answered, refused ones too; calls that people keep for the playground; and the networks
 * that a key is for.
 */
export const callLog: Migration = {
  async up(db) {
    const { counter, whole } = columnTypes(db);
    await db.schema
      .createTable("call_log")
      .addColumn("no", counter, (column) => column.primaryKey())
      .addColumn("request_id", "text", (column) => column.notNull())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("endpoint", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("door", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("started_at", whole, (column) => column.notNull())
      .addColumn("ended_at", whole, (column) => column.notNull())
      .addColumn("status", "integer", (column) => column.notNull())
      .addColumn("error_code", "text")
      .addColumn("error_text", "text")
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("body", "text")
      .addColumn("headers_in", "text", (column) => column.notNull())
      .addColumn("headers_out", "text", (column) => column.notNull())
      .addColumn("steps", "text", (column) => column.notNull())
      .addColumn("skipped", "integer", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("call_log_by_account").on("call_log").columns(["account_id", "no"]).execute();
    await db.schema
      .createIndex("call_log_by_kind")
      .on("call_log")
      .columns(["account_id", "kind", "started_at"])
      .execute();
    await db.schema.createIndex("call_log_by_request").on("call_log").columns(["request_id", "account_id"]).execute();
    await db.schema
      .createIndex("call_log_by_key")
      .on("call_log")
      .columns(["account_id", "key_id", "started_at"])
      .execute();
    await db.schema.createIndex("call_log_by_time").on("call_log").column("started_at").execute();
    await db.schema
      .createTable("saved_calls")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("operation", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("created_at", whole, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("saved_calls_by_account").on("saved_calls").column("account_id").execute();
    await db.schema.alterTable("api_keys").addColumn("networks", "text").execute();
  },
};
