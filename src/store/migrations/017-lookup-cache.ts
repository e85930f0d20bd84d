import type { Migration } from "kysely/migration";
import { amendLedger } from "./amend-ledger.ts";
import { columnTypes, isPostgres } from "./column-types.ts";

/** Answers of lookups that are given again, to anybody and from any process; the history tells how old one was. */
export const lookupCache: Migration = {
  async up(db) {
    const { whole, bytes } = columnTypes(db);
    await db.schema
      .createTable("lookup_answers")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("headers", "text", (column) => column.notNull())
      .addColumn("body", bytes, (column) => column.notNull())
      .addColumn("results", whole, (column) => column.notNull())
      .addColumn("warc", bytes)
      .addColumn("asked_at", whole, (column) => column.notNull())
      .addColumn("expires_at", whole, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("lookup_answers_by_age").on("lookup_answers").columns(["source", "asked_at"]).execute();
    await db.schema.createIndex("lookup_answers_by_expiry").on("lookup_answers").column("expires_at").execute();
    await db.schema.alterTable("requests").addColumn("age", whole).execute();
    if (isPostgres(db)) {
      await amendLedger(db, [
        ['"note" text,', '"note" text, "age" bigint,'],
        ['error_text = c."errorText"', 'error_text = c."errorText", age = c."age"'],
      ]);
    }
  },
};
