import type { Migration } from "kysely/migration";

/**
 * The sums of a day tell how long its calls took, as a histogram. Days that were summed up without it are summed up anew,
 * from their rows.
 */
export const latencies: Migration = {
  async up(db) {
    await db.schema.alterTable("request_days").addColumn("latencies", "text").execute();
    await db.deleteFrom("closed_days").execute();
    await db.deleteFrom("request_days").execute();
  },
};
