import type { Migration } from "kysely/migration";

/**
 * A key may manage webhooks and destinations or not (null: what its other limits imply), and a link to results says which
 * key made it, so that it ends with that key.
 */
export const keyPermissions: Migration = {
  async up(db) {
    await db.schema.alterTable("api_keys").addColumn("manages_delivery", "integer").execute();
    await db.schema.alterTable("result_links").addColumn("key_id", "text").execute();
  },
};
