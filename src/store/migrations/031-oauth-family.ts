import type { Migration } from "kysely/migration";

/** What the refresh tokens of a grant have in common: any of them that comes again is known, not only the last. */
export const oauthFamily: Migration = {
  async up(db) {
    await db.schema.alterTable("oauth_grants").addColumn("family_hash", "text").execute();
    await db.schema.createIndex("oauth_grants_by_family").on("oauth_grants").column("family_hash").execute();
  },
};
