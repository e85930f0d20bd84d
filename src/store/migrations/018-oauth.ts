import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** Programs that registered themselves, what people have allowed them, and the key that each grant is. */
export const oauth: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("oauth_clients")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("redirect_uris", "text", (column) => column.notNull())
      .addColumn("created_at", whole, (column) => column.notNull())
      .addColumn("granted_at", whole)
      .execute();
    await db.schema.createIndex("oauth_clients_by_age").on("oauth_clients").column("created_at").execute();
    await db.schema
      .createTable("oauth_codes")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("client_id", "text", (column) => column.notNull())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("redirect_uri", "text", (column) => column.notNull())
      .addColumn("challenge", "text", (column) => column.notNull())
      .addColumn("sources", "text")
      .addColumn("spending_cap", whole)
      .addColumn("expires_at", whole, (column) => column.notNull())
      .addColumn("used_at", whole)
      .addColumn("key_id", "text")
      .execute();
    await db.schema.createIndex("oauth_codes_by_expiry").on("oauth_codes").column("expires_at").execute();
    await db.schema
      .createTable("oauth_grants")
      .addColumn("key_id", "text", (column) => column.primaryKey())
      .addColumn("client_id", "text", (column) => column.notNull())
      .addColumn("account_id", "text", (column) => column.notNull())
      .addColumn("refresh_hash", "text", (column) => column.notNull().unique())
      .addColumn("previous_refresh_hash", "text")
      .addColumn("refresh_ends_at", whole, (column) => column.notNull())
      .addColumn("created_at", whole, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("oauth_grants_by_account")
      .on("oauth_grants")
      .columns(["account_id", "client_id"])
      .execute();
    await db.schema
      .createIndex("oauth_grants_by_previous")
      .on("oauth_grants")
      .column("previous_refresh_hash")
      .execute();
  },
};
