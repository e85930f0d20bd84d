import type { Migration } from "kysely/migration";

/** Finds an unconfirmed sign-up by its address and password, however many there are with the same address. */
export const unconfirmedKeys: Migration = {
  async up(db) {
    await db.schema.alterTable("people").addColumn("unconfirmed_key", "text").execute();
  },
};
