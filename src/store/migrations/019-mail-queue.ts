import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** Mails to be sent: what each is about, never its text or link, which are made when it leaves. */
export const mailQueue: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("mail_queue")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("person_id", "text")
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("about", "text")
      .addColumn("asked_at", whole, (column) => column.notNull())
      .addColumn("attempts", whole, (column) => column.notNull())
      .addColumn("attempt_at", whole, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("mail_queue_by_attempt").on("mail_queue").column("attempt_at").execute();
  },
};
