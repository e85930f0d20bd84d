import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/**
 * Which accounts have had their welcome points: a change of address does not give them again. And which of its signing
 * secrets an account is at: a password reset renews it.
 */
export const accounts: Migration = {
  async up(db: Kysely<any>) {
    const { whole } = columnTypes(db);
    await db.schema
      .createTable("welcomed_accounts")
      .addColumn("account_id", "text", (column) => column.primaryKey())
      .addColumn("at", whole, (column) => column.notNull())
      .execute();
    // Whoever has confirmed an address, or was given the account by the operator, has had them.
    await sql`insert into welcomed_accounts (account_id, at)
      select id, 0 from people where unconfirmed_email is null`.execute(db);
    await db.schema
      .alterTable("people")
      .addColumn("webhook_secret_no", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
