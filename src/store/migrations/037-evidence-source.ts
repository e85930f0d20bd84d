import type { Migration } from "kysely/migration";

/** The source that evidence is of, since a request id may be used again for another one. Null where an older process wrote it. */
export const evidenceSource: Migration = {
  async up(db) {
    await db.schema.alterTable("evidence").addColumn("source", "text").execute();
  },
};
