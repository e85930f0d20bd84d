import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { columnTypes, isPostgres } from "./column-types.ts";

/**
 * Addresses that nobody has confirmed yet own nothing; links of mails are used once; failed sign-ins wait longer each
 * time; a second factor; a key's secret before its last rotation.
 */
export const security: Migration = {
  async up(db) {
    const { date, boolean, whole } = columnTypes(db);
    const no = isPostgres(db) ? sql`false` : sql`0`;
    await db.schema.alterTable("people").addColumn("unconfirmed_email", "text").execute();
    await db.schema
      .alterTable("people")
      .addColumn("two_factor_enabled", boolean, (column) => column.notNull().defaultTo(no))
      .execute();
    await db.schema.createIndex("people_by_unconfirmed").on("people").column("unconfirmed_email").execute();
    await db.schema.alterTable("sessions").addColumn("confirmed_at", whole).execute();
    await db.schema
      .createTable("mail_links")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("expires_at", whole, (column) => column.notNull())
      .execute();
    await db.schema.createIndex("mail_links_by_person").on("mail_links").column("person_id").execute();
    await db.schema
      .createTable("sign_in_delays")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("blocked_until", whole, (column) => column.notNull())
      .addColumn("at", whole, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("second_factors")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().unique())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("backup_codes", "text", (column) => column.notNull())
      .addColumn("verified", boolean)
      .addColumn("failed_verification_count", "integer")
      .addColumn("locked_until", date)
      .execute();
    await db.schema
      .createTable("welcome_points")
      .addColumn("address_hash", "text", (column) => column.primaryKey())
      .addColumn("at", whole, (column) => column.notNull())
      .execute();
    await db.schema.alterTable("api_keys").addColumn("previous_hash", "text").execute();
    await db.schema.alterTable("api_keys").addColumn("previous_ends_at", whole).execute();
    await db.schema.createIndex("api_keys_by_previous").on("api_keys").column("previous_hash").execute();
    await giveBackUnconfirmedAddresses(db, no);
  },
};

/** Whoever signed up with an address and never confirmed it does not keep it from its owner any longer. */
async function giveBackUnconfirmedAddresses(db: Kysely<any>, no: ReturnType<typeof sql>): Promise<void> {
  await sql`update people set unconfirmed_email =
      (select r.email from repeated_sign_ups r where r.person_id = people.id)
    where id in (select person_id from repeated_sign_ups)`.execute(db);
  await sql`update people set unconfirmed_email = email, email = id || '@unconfirmed.invalid'
    where email_verified = ${no} and unconfirmed_email is null and id in (select user_id from credentials)`.execute(db);
}
