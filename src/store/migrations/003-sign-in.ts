import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** What better-auth keeps besides `people`, and the counters of attempts. */
export const signIn: Migration = {
  async up(db) {
    const { date, whole } = columnTypes(db);
    await db.schema
      .createTable("sessions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("token", "text", (column) => column.notNull().unique())
      .addColumn("expires_at", date, (column) => column.notNull())
      .addColumn("ip_address", "text")
      .addColumn("user_agent", "text")
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("updated_at", date, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();
    await db.schema
      .createTable("credentials")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("provider_id", "text", (column) => column.notNull())
      .addColumn("password", "text")
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("updated_at", date, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("credentials_by_user").on("credentials").column("user_id").execute();
    await db.schema
      .createTable("verifications")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("identifier", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("expires_at", date, (column) => column.notNull())
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("updated_at", date, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("verifications_by_identifier").on("verifications").column("identifier").execute();
    await db.schema
      .createTable("attempts")
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("window_start", whole, (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("attempts_key", ["key", "window_start"])
      .execute();
    await db.schema
      .createTable("repeated_sign_ups")
      .addColumn("person_id", "text", (column) => column.primaryKey())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("at", whole, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("repeated_sign_ups_by_email").on("repeated_sign_ups").column("email").execute();
  },
};
