import type { Migration } from "kysely/migration";

/** When an admin paused an account; only an admin ends it. */
export const pausedAccounts: Migration = {
  async up(db) {
    await db.schema.alterTable("people").addColumn("paused_at", "bigint").execute();
  },
};
