import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

export const people: Migration = {
  async up(db) {
    const { date, boolean } = columnTypes(db);
    await db.schema
      .createTable("people")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull().unique())
      .addColumn("email_verified", boolean, (column) => column.notNull())
      .addColumn("image", "text")
      .addColumn("login", "text", (column) => column.notNull().unique())
      .addColumn("front_id", "text", (column) => column.notNull().unique())
      .addColumn("role", "text", (column) => column.notNull().defaultTo("member"))
      .addColumn("plan", "text", (column) => column.notNull().defaultTo("free"))
      .addColumn("created_at", date, (column) => column.notNull())
      .addColumn("modified_at", date, (column) => column.notNull())
      .addColumn("last_login_at", date)
      .execute();
  },
};
