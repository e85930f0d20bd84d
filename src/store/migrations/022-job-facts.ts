import type { Migration } from "kysely/migration";
import { columnTypes } from "./column-types.ts";

/** A job tells what its answer says about itself, as the history does: so that nobody reads the records to learn it. */
export const jobFacts: Migration = {
  async up(db) {
    const { whole } = columnTypes(db);
    await db.schema.alterTable("jobs").addColumn("results_total", whole).execute();
    await db.schema.alterTable("jobs").addColumn("resolved", "text").execute();
    await db.schema.alterTable("jobs").addColumn("warnings", "text").execute();
  },
};
